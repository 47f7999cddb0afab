import type { Elements, FittedOrbit } from '#shared/station/orbit.ts';
import type { Burn } from '#shared/station/burn.ts';
import { distance } from '#shared/station/sky/earth.ts';
import type { Fix } from '#shared/station/station.ts';
import { ephemerisOf, type Ephemeris } from './ephemeris.ts';
import { fitOrbit } from './fit.ts';
import { size } from './parameters.ts';
import { atEpoch, meanAltitudeKm } from './propagation.ts';

const hour = 3600;
/** The orbit before is fitted to fixes of this long before the change. */
const beforeSeconds = 36 * hour;
/** Fixes this long before the first one that contradicts the orbit may already be from after the burn. */
const doubtfulSeconds = 1.5 * hour;
/** Least time of fixes after the change: two revolutions show the new period. */
const afterSeconds = 3 * hour;
/** The burn is searched in this time before and after the first fix that contradicts the orbit. */
const searched = [5 * hour, 0.5 * hour] as const;
/** A smaller change may be new elements of the service. 0.25 km is 0.14 m/s. */
const leastKm = 0.25;
/** How many standard deviations the change must have. */
const leastSigmas = 5;

/**
 * The burn that the fixes show: the orbits before and after it, fitted separately, touch where the engines fired. Null when
 * there are too few fixes on either side, or when the change is not clearly one of the orbit.
 *
 * @param at Unix seconds: time of the first fix that is not of the orbit before
 */
export function measureBurn(fixes: readonly Fix[], at: number): Omit<Burn, 'foundAt'> | null {
  const after = fixes.filter(({ time }) => time >= at);
  const newest = after.at(-1)?.time ?? at;
  if (newest - at < afterSeconds) return null;
  const old = fit(
    fixes.filter(({ time }) => time < at - doubtfulSeconds && time > at - beforeSeconds),
  );
  const fresh = fit(after.filter(({ time }) => time < at + beforeSeconds));
  if (old === null || fresh === null) return null;

  const { orbit: before, ephemeris: earlier } = old;
  const { orbit: later, ephemeris: since } = fresh;
  const t = touch(earlier, since, at);
  const raisedKm = meanAltitudeKm(elementsAt(later, t)) - meanAltitudeKm(elementsAt(before, t));
  const sigmaKm = Math.hypot(axisSigma(before), axisSigma(later));
  if (Math.abs(raisedKm) < Math.max(leastKm, leastSigmas * sigmaKm)) return null;
  return { at: t * 1000, raisedKm, sigmaKm, sigmaSeconds: sharpness(earlier, since, t) };
}

function fit(fixes: readonly Fix[]): { orbit: FittedOrbit; ephemeris: Ephemeris } | null {
  const result = fitOrbit(fixes);
  return result.ok ? { orbit: result.orbit, ephemeris: ephemerisOf(result.orbit) } : null;
}

const elementsAt = ({ elements, epoch }: FittedOrbit, t: number): Elements =>
  atEpoch(elements, epoch, t);

/** One standard deviation of the semi-major axis a, km: a is proportional to the mean motion to the power of −2/3. */
const axisSigma = ({ covariance, elements }: FittedOrbit): number =>
  ((2 / 3) * 6790 * Math.sqrt(covariance[3 * (size + 1)] ?? Infinity)) / elements.meanMotion;

const gap = (a: Ephemeris, b: Ephemeris, t: number): number =>
  distance(a.earthFixed(t), b.earthFixed(t));

/** When the orbits are closest, Unix seconds. */
function touch(a: Ephemeris, b: Ephemeris, at: number): number {
  let best = at;
  for (let t = at - searched[0]; t <= at + searched[1]; t += 20)
    if (gap(a, b, t) < gap(a, b, best)) best = t;
  return best;
}

/** How long the orbits stay as close as they are known, seconds to either side. */
function sharpness(a: Ephemeris, b: Ephemeris, t: number): number {
  const limit = gap(a, b, t) + Math.hypot(a.sigmaKm(t), b.sigmaKm(t));
  let seconds = 60;
  while (seconds < 3 * hour && Math.min(gap(a, b, t - seconds), gap(a, b, t + seconds)) < limit)
    seconds += 60;
  return seconds;
}
