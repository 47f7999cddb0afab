/** Both clocks at one moment, milliseconds. */
export interface Reading {
  /** Since the Unix epoch. */
  readonly wall: number;
  readonly monotonic: number;
}

/**
 * What two readings tell.
 * - `steady`: time has passed as it should;
 * - `slept`: the machine has slept, or somebody has set the clock forward, or nothing could run for a while;
 * - `set-back`: somebody has set the clock back.
 */
export type Passage = 'steady' | 'slept' | 'set-back';

/** Smaller steps are those of a clock that is being corrected, or a busy machine. Milliseconds. */
const tolerance = 90_000;

/**
 * Judges the time between two readings. On Linux the monotonic clock stands still while the machine sleeps; where it
 * does not, the later one comes later than it was expected.
 *
 * @param expectedMs how long after the first the second one was to be read; null: at any time
 */
export function passageBetween(
  before: Reading,
  after: Reading,
  expectedMs: number | null,
): Passage {
  const passed = after.monotonic - before.monotonic;
  const gained = after.wall - before.wall - passed;
  if (gained < -tolerance) return 'set-back';
  const late = expectedMs === null ? 0 : passed - expectedMs;
  return Math.max(gained, late) > tolerance ? 'slept' : 'steady';
}
