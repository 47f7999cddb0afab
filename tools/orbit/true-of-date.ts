import { meanObliquity, nutation } from 'astronomia/nutation';
import { gstime } from 'satellite.js';
import type { EarthFixed } from '#shared/station/sky/earth.ts';
import type { Vector } from './oem-file.ts';

/** Rows of a rotation matrix. */
type Matrix = readonly [Vector, Vector, Vector];

/** The frame of the true equator and equinox of a date, as seen from EME2000. */
interface TrueOfDate {
  readonly fromEme2000: (vector: Vector) => Vector;
  /** Apparent minus mean sidereal time, radians. */
  readonly equationOfEquinoxes: number;
}

const arcsecond = Math.PI / 180 / 3600;
const julianDayOfEpoch = 2_440_587.5;
/**
 * TT − UTC since 2017, seconds. An error of five seconds, as for times before 2009, moves the frame by less than a
 * millimetre.
 */
const terrestrialMinusUtc = 69.184;

/**
 * Precession by IAU 1976 (Lieske et al., "Expressions for the precession quantities", 1977) and nutation by IAU 1980
 * (Seidelmann, 1982; Meeus, "Astronomical Algorithms", 2nd ed., table 22.A, which leaves out terms below 0.0003″:
 * some centimetres). EME2000 → mean of date → true of date (Vallado, 4th ed., equations 3-87 and 3-88).
 *
 * @param t the time (UTC), in Unix seconds
 */
export function trueOfDateMatrix(t: number): TrueOfDate {
  const ephemerisDay = (t + terrestrialMinusUtc) / 86_400 + julianDayOfEpoch;
  const c = (ephemerisDay - 2_451_545) / 36_525;
  const zeta = (2306.2181 + (0.301_88 + 0.017_998 * c) * c) * c * arcsecond;
  const theta = (2004.3109 - (0.426_65 + 0.041_833 * c) * c) * c * arcsecond;
  const z = (2306.2181 + (1.094_68 + 0.018_203 * c) * c) * c * arcsecond;
  const [inLongitude, inObliquity] = nutation(ephemerisDay);
  const obliquity = meanObliquity(ephemerisDay);
  const matrix = [
    aboutZ(-zeta),
    aboutY(theta),
    aboutZ(-z),
    aboutX(obliquity),
    aboutZ(-inLongitude),
    aboutX(-obliquity - inObliquity),
  ].reduce((product, next) => multiplyMatrices(next, product));
  // The terms with the Moon's node are part of the definition since 1997 (IAU 1994, resolution C7).
  const node = ((125.044_52 - 1934.136_261 * c) * Math.PI) / 180;
  return {
    fromEme2000: (vector) => applyMatrix(matrix, vector),
    equationOfEquinoxes:
      inLongitude * Math.cos(obliquity) +
      (0.002_64 * Math.sin(node) + 0.000_063 * Math.sin(2 * node)) * arcsecond,
  };
}

/**
 * Converts a position from the frame of the true equator and equinox of date to the Earth-fixed frame, by the mean
 * sidereal time of IAU 1982 and the equation of the equinoxes. The motion of the pole, an effect of up to 10 m, is left
 * out.
 *
 * @param t the time (UTC), in Unix seconds
 * @param ut1MinusUtc the difference UT1 − UTC, in seconds; an error of 0.1 s moves the result by 46 m at the equator
 */
export function earthFixedAt(
  t: number,
  position: Vector,
  equationOfEquinoxes: number,
  ut1MinusUtc: number,
): EarthFixed {
  const sidereal = gstime((t + ut1MinusUtc) / 86_400 + julianDayOfEpoch) + equationOfEquinoxes;
  return applyMatrix(aboutZ(sidereal), position);
}

/**
 * The rotation of the axes by an angle about the x axis; the next functions rotate about the other axes (Vallado, 4th
 * ed., equation 3-15).
 */
function aboutX(angle: number): Matrix {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [
    [1, 0, 0],
    [0, cos, sin],
    [0, -sin, cos],
  ];
}
function aboutY(angle: number): Matrix {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [
    [cos, 0, -sin],
    [0, 1, 0],
    [sin, 0, cos],
  ];
}
function aboutZ(angle: number): Matrix {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [
    [cos, sin, 0],
    [-sin, cos, 0],
    [0, 0, 1],
  ];
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const applyMatrix = ([a, b, c]: Matrix, v: Vector): Vector => [dot(a, v), dot(b, v), dot(c, v)];

function multiplyMatrices(left: Matrix, right: Matrix): Matrix {
  const column = (k: 0 | 1 | 2): Vector => [right[0][k], right[1][k], right[2][k]];
  const row = (of: Vector): Vector => [dot(of, column(0)), dot(of, column(1)), dot(of, column(2))];
  return [row(left[0]), row(left[1]), row(left[2])];
}
