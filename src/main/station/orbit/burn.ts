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
  const before = servedBy(orbit, change.before);
  const after = servedBy(orbit, change.after);
  const t = touch(before, after, change);
  const changes = [change.after, ...(change.second === null ? [] : [change.second])].map(
    ({ elements, covariance }) => ({
      raisedKm:
        meanAltitudeKm(atEpoch(elements, change.to, t)) -
        meanAltitudeKm(atEpoch(change.before.elements, change.to, t)),
      sigmaKm: Math.hypot(axisSigmaKm(change.before), axisSigmaKm({ elements, covariance })),
    }),
  );
  const [{ raisedKm, sigmaKm } = { raisedKm: 0, sigmaKm: Infinity }] = changes;
  // All samples agree on it.
  const isClear = changes.every(
    (one) => one.raisedKm * Math.sign(raisedKm) >= Math.max(leastKm, leastSigmas * one.sigmaKm),
  );
  if (!isClear) return null;
  const sigmaSeconds = sharpness(before, after, t);
  return { at: t * 1000, raisedKm, sigmaKm, sigmaSeconds };
}

type Change = NonNullable<FittedOrbit['burn']>;

/** One standard deviation of the semi-major axis, km; it is proportional to the mean motion to the power of −2/3. */
const axisSigmaKm = ({ elements, covariance }: Pick<Change['after'], 'elements' | 'covariance'>) =>
  ((2 / 3) * 6790 * Math.sqrt(covariance[3 * (size + 1)] ?? Infinity)) / elements.meanMotion;

/** The positions of the service on one side of a change. */
function servedBy(orbit: FittedOrbit, { set, covariance }: Change['before']): Ephemeris {
  const epoch = orbit.burn?.to ?? orbit.epoch;
  return ephemerisOf({ ...orbit, epoch, from: epoch, elements: set, covariance, doubtKm: 0 });
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
