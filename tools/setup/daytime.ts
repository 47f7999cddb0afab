/** Returns a time zone in which it is about noon at `now` (milliseconds since the Unix epoch), outside quiet hours. */
export function timeZoneAtNoon(now: number): string {
  const ahead = 12 - new Date(now).getUTCHours();
  // The sign in the Etc/GMT names is inverted: Etc/GMT-3 is three hours ahead of UTC.
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
