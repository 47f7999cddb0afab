/** A time of the day as the person's locale writes it, without seconds. `at` is in milliseconds since the Unix epoch. */
export const clockTime = (at: number): string =>
  new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' });

/** The time, with the day of the week and the date when it is not that of `now`. */
export function until(at: number, now: number): string {
  const date = new Date(at);
  if (date.toDateString() === new Date(now).toDateString()) return clockTime(at);
  const day = date.toLocaleDateString(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  return `${day}, ${clockTime(at)}`;
}
