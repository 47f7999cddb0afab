import type { Burn } from '#shared/station/burn.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import { distance } from '#shared/station/sky/earth.ts';
import { ephemerisOf, type Ephemeris } from './ephemeris.ts';
import { size } from './parameters.ts';
import { atEpoch, meanAltitudeKm } from './propagation.ts';

const hour = 3600;
/** The burn is searched from this long before the last fix of the orbit before: its set may have been out of date. */
const searched = 12 * hour;
/** A smaller change may be an error of the element sets. 0.45 km is 0.25 m/s. */
const leastKm = 0.45;
/** How many standard deviations the change must have. */
const leastSigmas = 5;

/**
 * The burn by which the orbit changed: the orbits before and after it touch where the engines fired. Null when no change is
 * confirmed, or when it is not clearly one of the mean motion.
 */
export function measureBurn(orbit: FittedOrbit): Omit<Burn, 'foundAt'> | null {
  const change = orbit.burn;
  if (change === null) return null;
  const before = sideOf(orbit, change.before);
  const after = sideOf(orbit, change.after);
  const t = touch(before.ephemeris, after.ephemeris, change);
  const raisedBy = (of: 'elements' | 'set'): number =>
    meanAltitudeKm(atEpoch(change.after[of], change.to, t)) -
    meanAltitudeKm(atEpoch(change.before[of], change.to, t));
  const raisedKm = raisedBy('elements');
  const sigmaKm = Math.hypot(before.sigmaKm, after.sigmaKm);
  const least = Math.max(leastKm, leastSigmas * sigmaKm);
  // The orbit and the sets of the service agree on it.
  if (Math.min(raisedKm * Math.sign(raisedBy('set')), Math.abs(raisedBy('set'))) < least)
    return null;
  const sigmaSeconds = sharpness(before.ephemeris, after.ephemeris, t);
  return { at: t * 1000, raisedKm, sigmaKm, sigmaSeconds };
}

type Change = NonNullable<FittedOrbit['burn']>;

/** The positions of the service on one side of a change, and one standard deviation of its semi-major axis, km. */
function sideOf(orbit: FittedOrbit, { elements, covariance, set }: Change['before']) {
  const epoch = orbit.burn?.to ?? orbit.epoch;
  const computed = { ...orbit, epoch, from: epoch, elements: set, covariance, doubtKm: 0 };
  const ephemeris = ephemerisOf(computed);
  // The semi-major axis is proportional to the mean motion to the power of −2/3.
  const sigma = Math.sqrt(covariance[3 * (size + 1)] ?? Infinity);
  return { ephemeris, sigmaKm: ((2 / 3) * 6790 * sigma) / elements.meanMotion };
}

const gap = (a: Ephemeris, b: Ephemeris, t: number): number =>
  distance(a.earthFixed(t), b.earthFixed(t));

/** When the orbits are closest, Unix seconds. */
function touch(a: Ephemeris, b: Ephemeris, { from, to }: Change): number {
  let best = to;
  for (let t = from - searched; t <= to; t += 20) if (gap(a, b, t) < gap(a, b, best)) best = t;
  return best;
}

/**
 * Error of the first sets after a burn along the track, km: they contain tracking data from before it (`npm run bench -- sky
 * planned`).
 */
const setKm = 10;

/** How long the orbits stay as close as they are known, seconds to either side. */
function sharpness(a: Ephemeris, b: Ephemeris, t: number): number {
  const limit = gap(a, b, t) + Math.hypot(a.sigmaKm(t), b.sigmaKm(t), setKm);
  let seconds = 60;
  while (seconds < 3 * hour && Math.min(gap(a, b, t - seconds), gap(a, b, t + seconds)) < limit)
    seconds += 60;
  return seconds;
}
