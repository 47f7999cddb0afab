import type { Pass } from './pass.ts';

/** Unix seconds. */
export interface PassSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * When a pass is, wherever a person is told: while it can be seen; one that cannot be seen, while the station is above
 * the horizon.
 */
export const passSpan = ({ rise, set, visibleFrom, visibleTo }: Pass): PassSpan => ({
  from: visibleFrom ?? rise.t,
  to: visibleTo ?? set.t,
});

/** The Sun’s time at most so many hours from that of the clock may still be the time of a zone. */
const mostHours = 3.5;

/**
 * Whether the clock of this computer is not that of the place, as far as the Sun tells: times that are told of it
 * need a word then.
 *
 * @param longitude degrees, east positive
 * @param now milliseconds since the Unix epoch
 */
export function isFarFromClock(longitude: number, now: number): boolean {
  const hours = longitude / 15 + new Date(now).getTimezoneOffset() / 60;
  return Math.abs(((((hours + 12) % 24) + 24) % 24) - 12) > mostHours;
}
