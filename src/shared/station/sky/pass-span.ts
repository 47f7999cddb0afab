import type { Pass } from './pass.ts';

/** Unix seconds. */
interface PassSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The time span of a pass as every view shows it: its visible stretch, or from rise to set when it is not visible.
 */
export const passSpan = ({ rise, set, visibleFrom, visibleTo }: Pass): PassSpan => ({
  from: visibleFrom ?? rise.t,
  to: visibleTo ?? set.t,
});

/** Solar time and zone time differ by at most this many hours. */
const maxHours = 3.5;

/**
 * Whether the computer's clock is set to another part of the world than the observer's, by solar time. Shown times then
 * need a remark.
 *
 * @param longitude degrees, east positive
 * @param now milliseconds since the Unix epoch
 */
export function isFarFromClock(longitude: number, now: number): boolean {
  const hours = longitude / 15 + new Date(now).getTimezoneOffset() / 60;
  return Math.abs(((((hours + 12) % 24) + 24) % 24) - 12) > maxHours;
}
