import {
  degreesToRadians,
  ecfToLookAngles,
  eciToGeodetic,
  gstime,
  jday,
  radiansToDegrees,
  shadowFraction,
  sunPos,
} from 'satellite.js';
import type { EarthFixed } from '#shared/station/sky/earth.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import {
  stationElements,
  orbitTruthOf,
  type OrbitTruth,
  type InertialOrbitTruth,
} from './orbit.ts';

/** The station by SGP4 around 2026-08-20. */
export const truthOfAugust = (): InertialOrbitTruth => orbitTruthOf(stationElements[1]);
/** The epoch of these elements in whole Unix seconds. */
export const augustEpoch = Date.UTC(2026, 7, 20, 4, 17, 29) / 1000;

/** Azimuth and elevation in degrees, and the distance in km, by satellite.js. */
export function trueLookAngles(truth: OrbitTruth, observer: Observer, t: number) {
  const [x, y, z] = truth.earthFixed(t);
  const { azimuth, elevation, rangeSat } = ecfToLookAngles(
    {
      latitude: degreesToRadians(observer.latitude),
      longitude: degreesToRadians(observer.longitude),
      height: (observer.altitude ?? 0) / 1000,
    },
    { x, y, z },
  );
  return {
    azimuth: radiansToDegrees(azimuth),
    elevation: radiansToDegrees(elevation),
    rangeKm: rangeSat,
  };
}

/** The Sun's elevation in degrees, from `sunPos` converted to the Earth-fixed frame. */
export function trueSolarElevation({ latitude, longitude }: Observer, t: number): number {
  const { lat, lon } = trueSubsolar(t);
  const [a, b] = [degreesToRadians(latitude), degreesToRadians(lat)];
  const across = degreesToRadians(longitude - lon);
  const cosine = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(across);
  return radiansToDegrees(Math.asin(cosine));
}

export function trueSubsolar(t: number): { lat: number; lon: number } {
  const { rtasc, decl } = sunPos(jday(new Date(t * 1000)));
  const lon = radiansToDegrees(rtasc - gstime(new Date(t * 1000)));
  return { lat: radiansToDegrees(decl), lon: ((((lon + 180) % 360) + 360) % 360) - 180 };
}

/**
 * The visible fraction of the Sun at the station: 1 in full light. By satellite.js, for which the Earth is a sphere.
 */
export const trueSunlight = (truth: InertialOrbitTruth, t: number): number =>
  1 - shadowFraction(sunPos(jday(new Date(t * 1000))).rsun, truth.inertial(t));

export const trueGeodetic = (truth: InertialOrbitTruth, t: number) =>
  eciToGeodetic(truth.inertial(t), gstime(new Date(t * 1000)));

interface TruePass {
  readonly rise: number;
  readonly peak: number;
  readonly set: number;
  readonly peakElevation: number;
}

/** Caches positions, because every place uses the same times. */
function cachePositions(truth: OrbitTruth): OrbitTruth {
  const known = new Map<number, EarthFixed>();
  return {
    ...truth,
    earthFixed: (t) => {
      const position = known.get(t) ?? truth.earthFixed(t);
      known.set(t, position);
      return position;
    },
  };
}

/**
 * Finds every pass that rises and sets between `from` and `to`, by sampling every 20 s and bisection. A pass of less
 * than 20 s may be missing; such a pass stays below 1°.
 */
export function truePasses(
  truth: OrbitTruth,
  observers: readonly Observer[],
  from: number,
  to: number,
): readonly (readonly TruePass[])[] {
  const grid = cachePositions(truth);
  return observers.map((observer) => {
    const elevation = (t: number): number => trueLookAngles(truth, observer, t).elevation;
    const passes: TruePass[] = [];
    let rise: number | null = null;
    let wasUp = trueLookAngles(grid, observer, from).elevation > 0;
    for (let t = from + 20; t <= to; t += 20) {
      const isUp = trueLookAngles(grid, observer, t).elevation > 0;
      if (isUp && !wasUp) rise = bisectFirstTime((at) => elevation(at) > 0, t - 20, t);
      if (!isUp && wasUp && rise !== null) {
        const set = bisectFirstTime((at) => elevation(at) <= 0, t - 20, t);
        // After the culmination the elevation falls: it is lower a tenth of a second later.
        const peak = bisectFirstTime(
          (at) => elevation(at + 0.05) < elevation(at - 0.05),
          rise,
          set,
        );
        passes.push({ rise, peak, set, peakElevation: elevation(peak) });
      }
      wasUp = isUp;
    }
    return passes;
  });
}

/** The first time at which `holds` is true, to the millisecond. */
function bisectFirstTime(holds: (t: number) => boolean, a: number, b: number): number {
  let [left, right] = [a, b];
  while (right - left > 0.001) {
    const middle = (left + right) / 2;
    if (holds(middle)) right = middle;
    else left = middle;
  }
  return right;
}

const observerAt = (latitude: number, longitude: number, altitude = 0): Observer => ({
  latitude,
  longitude,
  altitude,
});

/** Ten places from the equator to the highest latitudes with passes, on both hemispheres, at low and high altitude. */
export const tenPlaces: Readonly<Record<string, Observer>> = {
  Berlin: observerAt(52.52, 13.405, 34),
  'New York': observerAt(40.7128, -74.006, 10),
  Quito: observerAt(-0.1807, -78.4678, 2850),
  Sydney: observerAt(-33.8688, 151.2093, 20),
  Suva: observerAt(-18.1416, 178.4419),
  Tokyo: observerAt(35.6762, 139.6503, 40),
  Ushuaia: observerAt(-54.8019, -68.303, 23),
  Reykjavik: observerAt(64.1466, -21.9426, 20),
  Tromsø: observerAt(69.6492, 18.9553, 10),
  Lhasa: observerAt(29.652, 91.1721, 3650),
};
