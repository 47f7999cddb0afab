const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The first day of the picture service. */
export const firstDay = '1995-06-16';

/** The nth Sunday of a month (January is 0), as its midnight in UTC, ms since the epoch. */
function sunday(year: number, month: number, nth: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((7 - first) % 7) + (nth - 1) * 7);
}

/**
 * Hours that US Eastern is behind UTC. The rule is the law's (Energy Policy Act of 2005; before 2007 the Uniform
 * Time Act as amended in 1986): asking ICU would cost 7 MB of memory for this one question.
 */
function hoursBehind(time: number): number {
  const year = new Date(time).getUTCFullYear();
  const [begin, end] =
    year >= 2007
      ? [sunday(year, 2, 2), sunday(year, 10, 1)]
      : [sunday(year, 3, 1), sunday(year, 10, 1) - 7 * dayMs];
  // At two in the morning by the clock on the wall, both times.
  return time >= begin + 7 * hourMs && time < end + 6 * hourMs ? 4 : 5;
}

/** When a day (`YYYY-MM-DD`) begins in US Eastern, ms since the epoch: 04:00 or 05:00 in UTC. */
export function easternMidnight(date: string): number {
  const four = Date.parse(`${date}T04:00:00Z`);
  return hoursBehind(four) === 4 ? four : four + hourMs;
}

// Asked for with every request: what is known holds until midnight.
let known = { day: '', from: 0, until: 0 };

/** The day, `YYYY-MM-DD`, that it is in US Eastern, where the picture service has its midnight. */
export function easternDay(time: number): string {
  if (time < known.from || time >= known.until) {
    const day = new Date(time - hoursBehind(time) * hourMs).toISOString().slice(0, 10);
    known = { day, from: easternMidnight(day), until: easternMidnight(addDays(day, 1)) };
  }
  return known.day;
}

/** The day so many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

/** How many days there are from one to the other, both counted; 0 or less when the order is wrong. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** Whether it is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
