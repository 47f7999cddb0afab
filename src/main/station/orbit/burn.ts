import type { Burn } from '#shared/station/burn.ts';
import type { Elements, FittedOrbit } from '#shared/station/orbit.ts';
import { distanceBetween } from '#shared/station/sky/earth.ts';
import { ephemerisOf, type Ephemeris } from './ephemeris.ts';
import { parameterCount } from './parameters.ts';
import { elementsAtEpoch, meanAltitudeKm } from './propagation.ts';

const hourSeconds = 3600;
/**
 * The search for the time of a burn begins this long before the last fix of the old orbit, seconds, because the element
 * set of that fix may have been out of date.
 */
export const burnSearchSeconds = 12 * hourSeconds;
/** Smallest change that counts as a burn, km: 0.25 m/s. A smaller one may be an error of the element sets. */
const minBurnKm = 0.45;
/** Smallest change that counts as a burn, in standard deviations. */
const minBurnSigmas = 5;

/**
 * Measures the burn of the last confirmed change of the orbit. The engines fired where the orbits before and after the
 * change are closest. Null if no change is confirmed, or if the change of the mean motion is not significant.
 */
export function measureBurn(orbit: FittedOrbit): Omit<Burn, 'detectedAt'> | null {
  const change = orbit.burn;
  if (change === null) return null;
  const oldOrbit = ephemerisOfSet(change.to, change.before);
  const newOrbit = ephemerisOfSet(change.to, change.after);
  const t = closestApproach(oldOrbit, newOrbit, change);
  const altitudeKmAt = (elements: Elements): number =>
    meanAltitudeKm(elementsAtEpoch(elements, change.to, t));
  const changeBy = (estimate: OrbitSample) => ({
    raisedKm: altitudeKmAt(estimate.elements) - altitudeKmAt(change.before.elements),
    sigmaKm: Math.hypot(axisSigmaKm(change.before), axisSigmaKm(estimate)),
  });
  const first = changeBy(change.after);
  const changes = change.second === null ? [first] : [first, changeBy(change.second)];
  const { raisedKm, sigmaKm } = first;
  // Every estimate of the new orbit must show the change.
  const isClear = changes.every(
    (one) => one.raisedKm * Math.sign(raisedKm) >= Math.max(minBurnKm, minBurnSigmas * one.sigmaKm),
  );
  if (!isClear) return null;
  const sigmaSeconds = timeSigma(oldOrbit, newOrbit, t);
  return { at: t * 1000, raisedKm, sigmaKm, sigmaSeconds };
}

type BurnChange = NonNullable<FittedOrbit['burn']>;
type OrbitSample = Pick<BurnChange['after'], 'elements' | 'covariance'>;

/** One standard deviation of the semi-major axis a, km, by Kepler's third law: a is proportional to n^(−2/3). */
const axisSigmaKm = ({ elements, covariance }: OrbitSample) =>
  ((2 / 3) * 6790 * Math.sqrt(covariance[3 * (parameterCount + 1)] ?? Infinity)) /
  elements.meanMotion;

/** The positions that the service computes from the element set before or after a change. */
const ephemerisOfSet = (epoch: number, { set, covariance }: BurnChange['before']): Ephemeris =>
  ephemerisOf({ epoch, from: epoch, elements: set, covariance, doubtKm: 0 });

const distanceAt = (a: Ephemeris, b: Ephemeris, t: number): number =>
  distanceBetween(a.earthFixed(t), b.earthFixed(t));

/** The time at which the orbits are closest, Unix seconds. */
function closestApproach(a: Ephemeris, b: Ephemeris, { from, to }: BurnChange): number {
  let [closestTime, closestKm] = [to, distanceAt(a, b, to)];
  for (let t = from - burnSearchSeconds; t <= to; t += 20) {
    const km = distanceAt(a, b, t);
    if (km < closestKm) [closestTime, closestKm] = [t, km];
  }
  return closestTime;
}

/**
 * The error along the track, km, of the first published sets after a burn. These sets still contain tracking data from
 * before the burn. Source: `npm run bench -- sky planned`.
 */
const setErrorKm = 10;

/**
 * One standard deviation of the time of the burn, seconds: how long before and after the closest approach the distance
 * between the orbits stays within their errors, at most three hours.
 */
function timeSigma(a: Ephemeris, b: Ephemeris, t: number): number {
  const limit = distanceAt(a, b, t) + Math.hypot(a.sigmaKm(t), b.sigmaKm(t), setErrorKm);
  let seconds = 60;
  while (
    seconds < 3 * hourSeconds &&
    Math.min(distanceAt(a, b, t - seconds), distanceAt(a, b, t + seconds)) < limit
  )
    seconds += 60;
  return seconds;
}
