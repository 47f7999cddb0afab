/** The first day of the picture service. */
export const firstDay = '1995-06-16';

const eastern = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day, `YYYY-MM-DD`, that it is in US Eastern, where the picture service has its midnight. */
export function easternDay(now: number): string {
  const parts = new Map(eastern.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${parts.get('year') ?? ''}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}`;
}
