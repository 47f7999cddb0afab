import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { passesOf } from '#station/sky/passes.ts';
import { elementsSchema, type FittedOrbit } from '#shared/station/orbit.ts';
import type { Moment, Pass } from '#shared/station/sky/pass.ts';
import type { Request } from './orbit-arguments.ts';

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
export function answer(
  orbit: FittedOrbit,
  { at, observer, from, hours }: Request,
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
        latitude: round(latitude, 5),
        longitude: round(longitude, 5),
        altitudeKm: round(altitudeKm, 3),
        sigmaKm: round(sigmaKm, 3),
      };
    }),
    passes: passes.map((pass) => ({
      ...passInShort(pass),
      timeSigma: round(ephemeris.timeSigma(pass.peak.t), 2),
    })),
  };
}

function fitOf({ epoch, elements, covariance, rmsKm, count, rejected, ...rest }: FittedOrbit) {
  // The diagonal of the covariance is stored row by row.
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
    rms: round(rmsKm, 3),
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
    rise: moment(rise),
    peak: moment(peak),
    set: moment(set),
    visible: rest.visible,
    reason: rest.reason,
    visibleFrom: visibleFrom === null ? null : round(visibleFrom, 2),
    visibleTo: visibleTo === null ? null : round(visibleTo, 2),
    brightness: brightness && { ...brightness, magnitude: round(brightness.magnitude, 2) },
  };
}

const moment = ({ t, azimuth, elevation, rangeKm }: Moment): Moment => ({
  t: round(t, 2),
  azimuth: round(azimuth, 2),
  elevation: round(elevation, 2),
  rangeKm: round(rangeKm, 1),
});

/** Rounds to `decimals`; never returns −0. */
const round = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0;
