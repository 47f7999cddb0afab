import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { passesOf } from '#station/sky/passes.ts';
import { elementsSchema, type FittedOrbit } from '#shared/station/orbit.ts';
import type { Moment, Pass } from '#shared/station/sky/pass.ts';
import type { OrbitRequest } from './orbit-arguments.ts';

/** The units of the numbers; they are part of the output. */
const units = {
  epoch: 'Unix seconds',
  inclination: 'degrees',
  node: 'degrees, right ascension of the ascending node, true equator and mean equinox of date',
  argumentOfLatitude: 'degrees, mean, from the node',
  meanMotion: 'revolutions a day',
  eccentricityX: 'e cos ω',
  eccentricityY: 'e sin ω',
  meanMotionRate: 'revolutions a day squared',
  rms: 'km',
} as const;

const names = Object.keys(elementsSchema.shape) as (keyof FittedOrbit['elements'])[];

/** The answer of the command. Angles in degrees, times in Unix seconds. */
export function orbitAnswer(
  orbit: FittedOrbit,
  { at, observer, from, hours }: OrbitRequest,
  skipped: number,
) {
  const ephemeris = ephemerisOf(orbit);
  const passes =
    observer === null
      ? []
      : passesOf((t) => ephemeris.earthFixed(t), observer, { from: from ?? orbit.epoch, hours });
  return {
    fit: fitOf(orbit),
    skipped,
    positions: at.map((t) => {
      const { latitude, longitude, altitudeKm, sigmaKm } = ephemeris.at(t);
      return {
        t,
        latitude: roundToDecimals(latitude, 5),
        longitude: roundToDecimals(longitude, 5),
        altitudeKm: roundToDecimals(altitudeKm, 3),
        sigmaKm: roundToDecimals(sigmaKm, 3),
      };
    }),
    passes: passes.map((pass) => ({
      ...passInShort(pass),
      timeSigma: roundToDecimals(ephemeris.timeSigma(pass.peak.t), 2),
    })),
  };
}

function fitOf({ epoch, elements, covariance, rmsKm, count, rejected, ...rest }: FittedOrbit) {
  // The covariance is stored row by row; its diagonal contains the variances.
  const sigma = names.map((name, k) => [
    name,
    Number(Math.sqrt(covariance[k * (names.length + 1)] ?? 0).toPrecision(3)),
  ]);
  const { from, burn, reading, timing } = rest;
  return {
    epoch,
    ...elements,
    sigma: Object.fromEntries(sigma) as Record<string, number>,
    units,
    rms: roundToDecimals(rmsKm, 3),
    count,
    rejected,
    from,
    /** The end of the interval in which a burn changed the orbit, Unix seconds; null: no burn. */
    burn: burn === null ? null : burn.to,
    reading,
    timing,
  };
}

function passInShort({ rise, peak, set, visibleFrom, visibleTo, brightness, ...rest }: Pass) {
  return {
    rise: roundMoment(rise),
    peak: roundMoment(peak),
    set: roundMoment(set),
    visible: rest.visible,
    reason: rest.reason,
    visibleFrom: visibleFrom === null ? null : roundToDecimals(visibleFrom, 2),
    visibleTo: visibleTo === null ? null : roundToDecimals(visibleTo, 2),
    brightness: brightness && {
      ...brightness,
      magnitude: roundToDecimals(brightness.magnitude, 2),
    },
  };
}

const roundMoment = ({ t, azimuth, elevation, rangeKm }: Moment): Moment => ({
  t: roundToDecimals(t, 2),
  azimuth: roundToDecimals(azimuth, 2),
  elevation: roundToDecimals(elevation, 2),
  rangeKm: roundToDecimals(rangeKm, 1),
});

/** Rounds to `decimals`; never returns −0. */
const roundToDecimals = (value: number, decimals: number): number =>
  Number(value.toFixed(decimals)) + 0;
