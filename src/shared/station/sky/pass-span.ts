import type { Moment, Pass } from './pass.ts';
import { skyArc, type SkyPoint } from './sky-arc.ts';

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

/** A direction of the station in the sky; `t` in Unix seconds. */
type SkyMoment = SkyPoint & Pick<Moment, 't'>;

export interface SeenPart {
  readonly from: SkyMoment;
  /** The highest point between `from` and `to`. */
  readonly top: SkyMoment;
  readonly to: SkyMoment;
}

/**
 * The part of a pass in `passSpan` with its directions and heights: every view and every text takes these from here,
 * because the culmination of a pass may lie outside its visible stretch. Elevations are geometric, and 0 on a flat
 * horizon.
 */
export function seenPart(pass: Pass): SeenPart {
  const { from, to } = passSpan(pass);
  const { peak } = pass;
  const arc = skyArc(pass);
  const momentAt = (t: number): SkyMoment => {
    const { azimuth, elevation } = arc(t);
    return { t, azimuth, elevation: Math.max(0, elevation) };
  };
  const topTime = Math.min(Math.max(peak.t, from), to);
  const { azimuth, elevation } = peak;
  const top = topTime === peak.t ? { t: topTime, azimuth, elevation } : momentAt(topTime);
  return { from: momentAt(from), top, to: momentAt(to) };
}

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

/** Half an orbit in seconds: a new fit moves a pass by seconds or minutes, and the next pass comes 93 minutes later. */
const halfOrbitSeconds = 46 * 60;

/**
 * Whether two times (Unix seconds) belong to one pass, predicted by two fits: two culminations, two begins, or two
 * transits of one body.
 */
export const isSamePass = (one: number, other: number): boolean =>
  Math.abs(one - other) < halfOrbitSeconds;
