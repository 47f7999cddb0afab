/** A timer that has fired. `at`: milliseconds since the Unix epoch. */
interface FiredTimer {
  readonly at: number;
  /** The positions in the app's code that created the timer, the innermost first. */
  readonly maker: string;
}

const timerLineMark = 'bench: timer fired ';

/** Formats a timer as a line of the app's output. */
export const formatTimer = (timer: FiredTimer): string =>
  `${timerLineMark}${JSON.stringify(timer)}\n`;

/** Parses the timers in the app's output. */
export const parseFiredTimers = (output: string): readonly FiredTimer[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith(timerLineMark))
    .map((line) => JSON.parse(line.slice(timerLineMark.length)) as FiredTimer);

const maxStackDepth = 6;

/**
 * Returns the positions in the built app that a stack contains, the innermost first. Null for a timer of other code:
 * then the innermost position outside Node is not in the built app.
 */
export function timerMakerOf(stack: string): string | null {
  const places = [...stack.matchAll(/[ (]((?:file:\/\/)?\/[^\s)]+:\d+:\d+)\)?$/gm)]
    .map(([, place = '']) => place)
    .filter((place) => !place.includes('/bench/tray/'));
  const own = places.map((place) => /\/out\/main\/(.+)$/.exec(place)?.[1]);
  return own[0] === undefined ? null : own.slice(0, maxStackDepth).filter(Boolean).join(' < ');
}

/** The creators of the timers, each with the number of times that its timers fired, the most frequent first. */
export function countByMaker(timers: readonly FiredTimer[]): readonly string[] {
  const groups = Object.groupBy(timers, ({ maker }) => maker);
  return Object.entries(groups)
    .map(([maker, fired = []]) => ({ maker, count: fired.length }))
    .sort((a, b) => b.count - a.count)
    .map(({ maker, count }) => `${count} × ${maker}`);
}
