import type { Pass } from './pass.ts';

/** Unix seconds. */
interface PassSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The time span of a pass that every view shows: its visible stretch, or, if it is not visible, from apparent rise to
 * apparent set.
 */
export const passSpan = (pass: Pass): PassSpan => ({
  from: pass.visibleFrom ?? pass.seen.rise.t,
  to: pass.visibleTo ?? pass.seen.set.t,
});

/** In a fitting time zone, solar time and zone time differ by at most this many hours. */
const maxClockHours = 3.5;

/**
 * Whether the computer's time zone does not fit the observer's place, by solar time. Shown times then need a note.
 *
 * @param longitude degrees, east positive
 * @param now milliseconds since the Unix epoch
 */
export function isFarFromClock(longitude: number, now: number): boolean {
  const hours = longitude / 15 + new Date(now).getTimezoneOffset() / 60;
  return Math.abs(((((hours + 12) % 24) + 24) % 24) - 12) > maxClockHours;
}
