/** The picture service counts its days in US Eastern time, summer time included. */
const zone = 'America/New_York';

const dateParts = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The service's date (`YYYY-MM-DD`) at an instant (milliseconds since the Unix epoch). */
export const easternDate = (instant: number): string => dateParts.format(instant);

/**
 * The first instant of the next day in US Eastern (milliseconds since the Unix epoch), to the minute.
 * Found by bisection, since no arithmetic on hours holds across a change to or from summer time.
 */
export function nextEasternMidnight(instant: number): number {
  const today = easternDate(instant);
  const minute = 60_000;
  let before = Math.floor(instant / minute);
  let after = before + 26 * 60;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (easternDate(middle * minute) === today) before = middle;
    else after = middle;
  }
  return after * minute;
}
