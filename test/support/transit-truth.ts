import { meanObliquity, nutation } from 'astronomia/nutation';
import { position as moonPosition } from 'astronomia/moonposition';
import { Planet } from 'astronomia/planetposition';
import { apparent } from 'astronomia/sidereal';
import { apparentEquatorialVSOP87 } from 'astronomia/solar';
import earthData from 'astronomia/data/vsop87Bearth';
import type { EarthFixed } from '#shared/station/sky/earth.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { OrbitTruth } from '#test/support/orbit.ts';

/**
 * An independent computation of transits, with a plain search in small steps, which shares no function with the app.
 * The position of the station comes from a given function, that of the Sun from VSOP87 and that of the Moon from
 * Meeus's series, both by astronomia.
 */

const astronomicalUnit = 149_597_870.7;
/** TT − UT in 2026, seconds. */
const deltaT = 69.2;
const earth = new Planet(earthData);

const julianDay = (t: number): number => t / 86_400 + 2_440_587.5;

/** Converts right ascension and declination to a vector of the given length. */
function toVector(ra: number, dec: number, length: number): EarthFixed {
  const level = length * Math.cos(dec);
  return [level * Math.cos(ra), level * Math.sin(ra), length * Math.sin(dec)];
}

/** The apparent position of the Sun or the Moon, true equator and equinox of date, km. */
function trueBody(disc: 'sun' | 'moon', t: number): EarthFixed {
  const jde = julianDay(t + deltaT);
  if (disc === 'sun') {
    const { ra, dec, range } = apparentEquatorialVSOP87(earth, jde);
    return toVector(ra, dec, range * astronomicalUnit);
  }
  const { lon, lat, range } = moonPosition(jde);
  const [inLongitude, inObliquity] = nutation(jde);
  const obliquity = meanObliquity(jde) + inObliquity;
  const [x, y, z] = toVector(lon + inLongitude, lat, range);
  const [sin, cos] = [Math.sin(obliquity), Math.cos(obliquity)];
  return [x, y * cos - z * sin, y * sin + z * cos];
}

const rotateAboutAxis = ([x, y, z]: EarthFixed, angle: number): EarthFixed => {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [x * cos + y * sin, y * cos - x * sin, z];
};

/** The position of the Sun or the Moon in the Earth-fixed frame, km, interpolated between times ten minutes apart. */
export function trueBodyOf(disc: 'sun' | 'moon'): (t: number) => EarthFixed {
  const knots = new Map<number, EarthFixed>();
  const knot = (index: number): EarthFixed => {
    const found = knots.get(index) ?? trueBody(disc, index * 600);
    knots.set(index, found);
    return found;
  };
  return (t) => {
    const index = Math.floor(t / 600);
    const part = t / 600 - index;
    const [a, b] = [knot(index), knot(index + 1)];
    const mixed: EarthFixed = [
      a[0] + (b[0] - a[0]) * part,
      a[1] + (b[1] - a[1]) * part,
      a[2] + (b[2] - a[2]) * part,
    ];
    return rotateAboutAxis(mixed, (apparent(julianDay(t)) / 86_400) * 2 * Math.PI);
  };
}

/** WGS 84. */
const [earthEquatorialKm, earthPolarKm] = [6378.137, 6356.752_314_245];

function positionOf({ latitude, longitude, altitude }: Observer): EarthFixed {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  const normal =
    earthEquatorialKm ** 2 /
    Math.hypot(earthEquatorialKm * Math.cos(phi), earthPolarKm * Math.sin(phi));
  const level = (normal + (altitude ?? 0) / 1000) * Math.cos(phi);
  return [
    level * Math.cos(lambda),
    level * Math.sin(lambda),
    ((earthPolarKm / earthEquatorialKm) ** 2 * normal + (altitude ?? 0) / 1000) * Math.sin(phi),
  ];
}

const subtractVectors = (p: EarthFixed, q: EarthFixed): EarthFixed => [
  p[0] - q[0],
  p[1] - q[1],
  p[2] - q[2],
];
const dotProduct = (p: EarthFixed, q: EarthFixed): number =>
  p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const angleBetween = (p: EarthFixed, q: EarthFixed): number =>
  (Math.acos(Math.min(1, dotProduct(p, q) / Math.hypot(...p) / Math.hypot(...q))) * 180) / Math.PI;

export interface TrueTransit {
  readonly disc: 'sun' | 'moon';
  /** Unix seconds at the point of the centre line that is nearest to the observer. */
  readonly t: number;
  readonly distanceKm: number;
  readonly separation: number;
  readonly discRadius: number;
  readonly elevation: number;
  readonly stand: EarthFixed;
  /** Unit vector along the centre line at that point. */
  readonly direction: EarthFixed;
}

/**
 * Every transit between `from` and `to` whose centre line passes within `withinKm` of the observer while the body is at
 * least `minElevation` degrees high.
 */
export function trueTransits(
  truth: OrbitTruth,
  observer: Observer,
  bodies: Readonly<Record<'sun' | 'moon', (t: number) => EarthFixed>>,
  { from, to, withinKm, minElevation }: Record<'from' | 'to' | 'withinKm' | 'minElevation', number>,
): TrueTransit[] {
  const place = positionOf(observer);
  const up: EarthFixed = (() => {
    const [phi, lambda] = [observer.latitude, observer.longitude].map((x) => (x * Math.PI) / 180);
    return [
      Math.cos(phi ?? 0) * Math.cos(lambda ?? 0),
      Math.cos(phi ?? 0) * Math.sin(lambda ?? 0),
      Math.sin(phi ?? 0),
    ];
  })();
  const elevation = (point: EarthFixed): number =>
    90 - angleBetween(up, subtractVectors(point, place));
  const transits: TrueTransit[] = [];
  for (const disc of ['sun', 'moon'] as const) {
    const body = bodies[disc];
    const separation = (t: number): number =>
      angleBetween(subtractVectors(truth.earthFixed(t), place), subtractVectors(body(t), place));
    let last = -Infinity;
    for (let t = from; t < to; t += 20) {
      if (t - last < 1800) continue;
      const station = truth.earthFixed(t);
      if (elevation(station) < 2 || elevation(body(t)) < minElevation - 3) continue;
      // In 20 s the station moves at most 23°; 100 km change the angle by at most 14°.
      if (separation(t) > 45) continue;
      const ground = (at: number): { distanceKm: number; point: EarthFixed } | null => {
        const point = shadowPoint(truth.earthFixed(at), body(at), (observer.altitude ?? 0) / 1000);
        return point && { point, distanceKm: Math.hypot(...subtractVectors(point, place)) };
      };
      let best: { t: number; distanceKm: number } | null = null;
      for (const [span, step] of [
        [240, 1],
        [2, 0.1],
        [0.2, 0.01],
      ] as const) {
        const middle: number = best?.t ?? t;
        for (let at = middle - span; at <= middle + span; at += step) {
          const here = ground(at);
          if (here !== null && (best === null || here.distanceKm < best.distanceKm))
            best = { t: at, distanceKm: here.distanceKm };
        }
      }
      if (best === null || best.distanceKm > withinKm) continue;
      const moment = best.t;
      if (elevation(body(moment)) < minElevation) continue;
      last = moment;
      let least = Infinity;
      for (let at = moment - 15; at <= moment + 15; at += 0.05)
        least = Math.min(least, separation(at));
      const stand = ground(moment)?.point ?? place;
      const along = subtractVectors(
        ground(moment + 0.5)?.point ?? place,
        ground(moment - 0.5)?.point ?? place,
      );
      const length = Math.hypot(...along);
      transits.push({
        disc,
        t: moment,
        distanceKm: best.distanceKm,
        separation: least,
        discRadius:
          (Math.asin(
            (disc === 'sun' ? 695_700 : 1737.4) /
              Math.hypot(...subtractVectors(body(moment), place)),
          ) *
            180) /
          Math.PI,
        elevation: elevation(body(moment)),
        stand,
        direction: [along[0] / length, along[1] / length, along[2] / length],
      });
    }
  }
  return transits;
}

/**
 * The point at which the ray from the body through the station meets the ellipsoid at the given height, by bisection.
 */
function shadowPoint(station: EarthFixed, body: EarthFixed, altitudeKm: number): EarthFixed | null {
  const away = subtractVectors(station, body);
  const length = Math.hypot(...away);
  const at = (s: number): EarthFixed => [
    station[0] + (s * away[0]) / length,
    station[1] + (s * away[1]) / length,
    station[2] + (s * away[2]) / length,
  ];
  const height = ([x, y, z]: EarthFixed): number =>
    Math.hypot(
      x / (earthEquatorialKm + altitudeKm),
      y / (earthEquatorialKm + altitudeKm),
      z / (earthPolarKm + altitudeKm),
    ) - 1;
  // Finds the lowest point of the ray, and then the point where the ray enters the ellipsoid.
  const deepest = -dotProduct(station, away) / length;
  if (deepest <= 0 || height(at(deepest)) > 0) return null;
  let [outside, inside] = [0, deepest];
  while (inside - outside > 1e-4) {
    const middle = (outside + inside) / 2;
    if (height(at(middle)) > 0) outside = middle;
    else inside = middle;
  }
  return at(inside);
}
