/** A timer that has fired, `at` milliseconds since the Unix epoch. */
interface FiredTimer {
  readonly at: number;
  /** The places in the app that made it, the innermost first. */
  readonly maker: string;
}

const mark = 'bench: timer fired ';

/** The timer as a line of the output of the app. */
export const format = (timer: FiredTimer): string => `${mark}${JSON.stringify(timer)}\n`;

/** The timers in the output of the app. */
export const firedIn = (output: string): readonly FiredTimer[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .map((line) => JSON.parse(line.slice(mark.length)) as FiredTimer);

const deepest = 6;

/**
 * The places in the built app that a stack contains; null for a timer of the runtime: the innermost code that is not Node's
 * own belongs to it.
 */
export function makerOf(stack: string): string | null {
  const places = [...stack.matchAll(/[ (]((?:file:\/\/)?\/[^\s)]+:\d+:\d+)\)?$/gm)]
    .map(([, place = '']) => place)
    .filter((place) => !place.includes('/bench/idle/'));
  const own = places.map((place) => /\/out\/main\/(.+)$/.exec(place)?.[1]);
  return own[0] === undefined ? null : own.slice(0, deepest).filter(Boolean).join(' < ');
}

/** The makers of the timers with the number of times that each fired, the most frequent first. */
export function countByMaker(timers: readonly FiredTimer[]): readonly string[] {
  const groups = Object.groupBy(timers, ({ maker }) => maker);
  return Object.entries(groups)
    .map(([maker, fired = []]) => ({ maker, count: fired.length }))
    .sort((a, b) => b.count - a.count)
    .map(({ maker, count }) => `${count} × ${maker}`);
}
