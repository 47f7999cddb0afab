import { position as starPosition } from 'astronomia/apparent';
import { Equatorial } from 'astronomia/coord';
import { position as planetPosition } from 'astronomia/elliptic';
import { Planet } from 'astronomia/planetposition';
import { apparent } from 'astronomia/sidereal';
import earthData from 'astronomia/data/vsop87Bearth';
import jupiterData from 'astronomia/data/vsop87Bjupiter';
import marsData from 'astronomia/data/vsop87Bmars';
import mercuryData from 'astronomia/data/vsop87Bmercury';
import saturnData from 'astronomia/data/vsop87Bsaturn';
import venusData from 'astronomia/data/vsop87Bvenus';
import type { Observer } from '#shared/station/sky/observer.ts';
import { trueLookAngles } from '#test/support/ground-truth.ts';
import { trueBodyOf } from '#test/support/transit-truth.ts';
import type { OrbitTruth } from '#test/support/orbit.ts';

/**
 * An independent computation of conjunctions: planets by VSOP87, the Moon by Meeus's series and stars from their
 * published places with proper motion and aberration, all by astronomia; look angles by satellite.js, and a plain
 * search.
 */

const earth = new Planet(earthData);
const planets = {
  mercury: new Planet(mercuryData),
  venus: new Planet(venusData),
  mars: new Planet(marsData),
  jupiter: new Planet(jupiterData),
  saturn: new Planet(saturnData),
};
type TruePlanet = keyof typeof planets;
export const truePlanets = Object.keys(planets) as TruePlanet[];

/**
 * Right ascension (h, min, s), declination (°, ′, ″), J2000; proper motion in ″ a year, μα cos δ and μδ (Hipparcos).
 */
export const trueStars = {
  Sirius: [[6, 45, 8.917], [-16, 42, 58.02], -0.546, -1.223],
  Arcturus: [[14, 15, 39.672], [19, 10, 56.67], -1.093, -1.999],
  Vega: [[18, 36, 56.336], [38, 47, 1.28], 0.201, 0.287],
  Capella: [[5, 16, 41.359], [45, 59, 52.77], 0.076, -0.427],
  Rigel: [[5, 14, 32.272], [-8, 12, 5.9], 0.002, -0.001],
  Procyon: [[7, 39, 18.119], [5, 13, 29.96], -0.717, -1.035],
  Altair: [[19, 50, 46.999], [8, 52, 5.96], 0.537, 0.385],
  Aldebaran: [[4, 35, 55.239], [16, 30, 33.49], 0.063, -0.189],
  Spica: [[13, 25, 11.579], [-11, 9, 40.75], -0.042, -0.032],
  Regulus: [[10, 8, 22.311], [11, 58, 1.95], -0.249, 0.005],
  Deneb: [[20, 41, 25.915], [45, 16, 49.22], 0.002, 0.002],
  Polaris: [[2, 31, 49.095], [89, 15, 50.79], 0.044, -0.012],
} as const satisfies Record<
  string,
  readonly [readonly number[], readonly number[], number, number]
>;
export type TrueStar = keyof typeof trueStars;

const radians = Math.PI / 180;
const julianDay = (t: number): number => t / 86_400 + 2_440_587.5;
const deltaT = 69.2;

function starAt(name: TrueStar, t: number): Equatorial {
  const [[h, min, s], [deg, arcMin, arcSec], muRa, muDec] = trueStars[name];
  const ra = (h + min / 60 + s / 3600) * 15 * radians;
  const sign = deg < 0 ? -1 : 1;
  const dec = sign * (Math.abs(deg) + arcMin / 60 + arcSec / 3600) * radians;
  const year = 2000 + (julianDay(t) - 2_451_545) / 365.25;
  const arcSecond = radians / 3600;
  return starPosition(
    new Equatorial(ra, dec),
    2000,
    year,
    (muRa * arcSecond) / Math.cos(dec),
    muDec * arcSecond,
  );
}

const equatorial = (what: TruePlanet | TrueStar, t: number): Equatorial =>
  what in planets
    ? planetPosition(planets[what as TruePlanet], earth, julianDay(t + deltaT))
    : starAt(what as TrueStar, t);

interface LookAngles {
  readonly azimuth: number;
  readonly elevation: number;
}

/**
 * Direction in the sky, degrees, of a planet or a star. The parallax of planets, which is left out, is at most 0.01°.
 */
export const trueDirection = (
  what: TruePlanet | TrueStar,
  observer: Observer,
  t: number,
): LookAngles => lookAnglesOf(equatorial(what, t), observer, siderealAt(t));

/** Apparent sidereal time of Greenwich, radians. */
const siderealAt = (t: number): number => (apparent(julianDay(t)) / 86_400) * 2 * Math.PI;

function lookAnglesOf(
  { ra, dec }: Equatorial,
  { latitude, longitude }: Observer,
  sidereal: number,
): LookAngles {
  const hour = sidereal + longitude * radians - ra;
  const phi = latitude * radians;
  const up = Math.sin(phi) * Math.sin(dec) + Math.cos(phi) * Math.cos(dec) * Math.cos(hour);
  // The azimuth by Meeus, 2nd ed., equation 13.5: from south by west.
  const azimuth = Math.atan2(
    Math.sin(hour),
    Math.cos(hour) * Math.sin(phi) - Math.tan(dec) * Math.cos(phi),
  );
  return { azimuth: (azimuth / radians + 540) % 360, elevation: Math.asin(up) / radians };
}

/** Degrees between two directions, by the law of haversines. */
export function degreesApart(a: LookAngles, b: LookAngles): number {
  const sin = (degrees: number): number => Math.sin((degrees * radians) / 2) ** 2;
  const h =
    sin(a.elevation - b.elevation) +
    Math.cos(a.elevation * radians) * Math.cos(b.elevation * radians) * sin(a.azimuth - b.azimuth);
  return (2 * Math.asin(Math.sqrt(Math.min(1, h)))) / radians;
}

interface TrueConjunction {
  readonly what: string;
  readonly t: number;
  readonly separation: number;
}

/**
 * The closest approaches of the station within 2.5° to the Moon, `truePlanets` and `trueStars` between two times, by
 * samples of 0.05 s.
 */
export function trueConjunctions(
  truth: OrbitTruth,
  observer: Observer,
  from: number,
  to: number,
): TrueConjunction[] {
  const moon = trueBodyOf('moon');
  const step = 0.05;
  const count = Math.floor((to - from) / step);
  const at = (k: number): number => from + k * step;
  const known = new Map<number, { readonly station: LookAngles; readonly sidereal: number }>();
  const momentAt = (k: number) => {
    const t = at(k);
    const moment = known.get(k) ?? {
      station: trueLookAngles(truth, observer, t),
      sidereal: siderealAt(t),
    };
    known.set(k, moment);
    return moment;
  };
  const conjunctions: TrueConjunction[] = [];
  const whats = ['moon', ...truePlanets, ...(Object.keys(trueStars) as TrueStar[])] as const;
  for (const what of whats) {
    // In ten minutes a planet moves by less than 0.02°.
    const among = what === 'moon' ? null : equatorial(what, (from + to) / 2);
    const look = (k: number): LookAngles =>
      among === null
        ? trueLookAngles({ ...truth, earthFixed: moon }, observer, at(k))
        : lookAnglesOf(among, observer, momentAt(k).sidereal);
    if (look(Math.round(count / 2)).elevation < -3) continue;
    let [best, separation] = [0, Infinity];
    const search = (first: number, last: number, stride: number): void => {
      for (let k = Math.max(0, first); k <= Math.min(count, last); k += stride) {
        const one = degreesApart(momentAt(k).station, look(k));
        if (one < separation) [best, separation] = [k, one];
      }
    };
    search(0, count, 40);
    if (separation > 10) continue;
    search(best - 40, best + 40, 1);
    if (best < 3 || best > count - 3 || separation > 2.5) continue;
    if (look(best).elevation < 0) continue;
    conjunctions.push({ what, t: at(best), separation });
  }
  return conjunctions.sort((a, b) => a.t - b.t);
}
