/** A time zone in which it is about noon at `now` (milliseconds since the Unix epoch): no quiet hours are near. */
export function zoneAtNoon(now: number): string {
  const ahead = 12 - new Date(now).getUTCHours();
  // In these names the sign is the other way round.
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
