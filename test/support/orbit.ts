import {
  gstime,
  json2satrec,
  sgp4,
  twoline2satrec,
  type EciVec3,
  type Kilometer,
  type SatRec,
} from 'satellite.js';
import { geodeticLatitude } from '#station/orbit/frames.ts';
import type { Fix } from '#shared/station/station.ts';

/** Real element sets of the station. */
export const stationElements = [
  [
    '1 25544U 98067A   26191.34711344  .00005681  00000-0  11131-3 0  9996',
    '2 25544  51.6302 185.4700 0006688 278.6359  81.3872 15.48968037575346',
  ],
  [
    '1 25544U 98067A   26232.17880947  .00009753  00000+0  18154-3 0  9994',
    '2 25544  51.6332 343.3775 0007674  65.0551 295.1235 15.49524101581676',
  ],
  [
    '1 25544U 98067A   25176.73245655  .00008102  00000-0  14854-3 0  9994',
    '2 25544  51.6390 264.7180 0001990 278.3788 217.2311 15.50240116516482',
  ],
  [
    '1 25544U 98067A   25194.43411487  .00010152  00000-0  18227-3 0  9995',
    '2 25544  51.6340 176.9702 0002675   6.8375 353.2650 15.50520436519237',
  ],
] as const;

export interface OrbitTruth {
  /** Unix seconds. */
  readonly epoch: number;
  /** The Earth-fixed position in km, by SGP4. */
  readonly earthFixed: (t: number) => readonly [number, number, number];
}

/** A truth that also has inertial positions, in km. */
export interface InertialOrbitTruth extends OrbitTruth {
  readonly inertial: (t: number) => EciVec3<Kilometer>;
}

export function orbitTruthOf([line1, line2]: readonly [string, string]): InertialOrbitTruth {
  const satellite = twoline2satrec(line1, line2);
  const inertial = inertialOf(satellite);
  return { epoch: epochOf(satellite), inertial, earthFixed: earthFixedOf(inertial) };
}

/** Unix seconds. */
const epochOf = ({ jdsatepoch }: SatRec): number => (jdsatepoch - 2_440_587.5) * 86_400;

function inertialOf(satellite: SatRec): InertialOrbitTruth['inertial'] {
  const epoch = epochOf(satellite);
  return (t) => {
    const state = sgp4(satellite, (t - epoch) / 60);
    if (state === null) throw new Error(`SGP4 error ${satellite.error}`);
    return state.position;
  };
}

const earthFixedOf =
  (inertial: InertialOrbitTruth['inertial']): OrbitTruth['earthFixed'] =>
  (t) =>
    inertialToEarthFixed(inertial(t), t);

/** Converts an inertial position to the Earth-fixed frame of `t`, by mean sidereal time alone. */
function inertialToEarthFixed(
  { x, y, z }: EciVec3<Kilometer>,
  t: number,
): [number, number, number] {
  const theta = gstime(t / 86_400 + 2_440_587.5);
  const cos = Math.cos(theta);
  const sin = Math.sin(theta);
  return [x * cos + y * sin, y * cos - x * sin, z];
}

/**
 * A fix as the service sends it (computed at `t`, geocentric latitude, four decimals, second rounded down), parsed as
 * the client of the app parses it.
 */
export function fixAt(truth: OrbitTruth, t: number): Fix {
  const [x, y, z] = truth.earthFixed(t);
  const degrees = 180 / Math.PI;
  const rounded = (angle: number): number => Number((angle * degrees).toFixed(4));
  return {
    time: Math.floor(t) + 0.5,
    latitude: geodeticLatitude(rounded(Math.atan2(z, Math.hypot(x, y)))),
    longitude: rounded(Math.atan2(y, x)),
    receivedAt: t * 1000,
  };
}

/** Repeatable random numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Polling {
  /** Unix seconds. The newest fix is at this time, or up to a second later. */
  readonly until: number;
  readonly everySeconds: number;
  readonly count: number;
  readonly random: () => number;
}

/** Fixes polled at random fractions of a second. Oldest first. */
export function pollFixes(
  truth: OrbitTruth,
  { until, everySeconds, count, random }: Polling,
): Fix[] {
  return Array.from({ length: count }, (_, index) =>
    fixAt(truth, until - (count - 1 - index) * everySeconds + random()),
  );
}

/** Horizontal distance of two Earth-fixed points, km at the altitude of the first. */
export function horizontalKm(
  a: readonly [number, number, number],
  b: readonly [number, number, number],
): number {
  const [x, y, z] = a;
  const [u, v, w] = b;
  const height = Math.hypot(x, y, z);
  const cross = Math.hypot(y * w - z * v, z * u - x * w, x * v - y * u);
  return height * Math.atan2(cross, x * u + y * v + z * w);
}

type ElementSet = Parameters<typeof json2satrec>[0];

/** The station by SGP4 from elements at `epoch`, Unix seconds. */
export const satelliteFrom = (
  epoch: number,
  elements: Pick<
    ElementSet,
    | 'MEAN_MOTION'
    | 'ECCENTRICITY'
    | 'INCLINATION'
    | 'RA_OF_ASC_NODE'
    | 'ARG_OF_PERICENTER'
    | 'MEAN_ANOMALY'
    | 'BSTAR'
  >,
) =>
  json2satrec({
    OBJECT_NAME: '',
    OBJECT_ID: '1998-067A',
    NORAD_CAT_ID: 25544,
    ELEMENT_SET_NO: 1,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    REV_AT_EPOCH: 0,
    EPOCH: new Date(epoch * 1000).toISOString().slice(0, 23),
    MEAN_MOTION_DOT: 0,
    MEAN_MOTION_DDOT: 0,
    ...elements,
  });

/** Earth-fixed positions by SGP4 from elements at `epoch`, whole Unix seconds. */
const positionsFrom = (...set: Parameters<typeof satelliteFrom>): OrbitTruth['earthFixed'] =>
  earthFixedOf(inertialOf(satelliteFrom(...set)));

/** The station on the orbit of a real element set moved to `epoch`, whole Unix seconds, by SGP4. */
export function movedTruth([line1, line2]: readonly [string, string], epoch: number): OrbitTruth {
  const { inclo, nodeo, argpo, mo, ecco, bstar } = twoline2satrec(line1, line2);
  const degrees = (angle: number): number => (angle * 180) / Math.PI;
  const earthFixed = positionsFrom(epoch, {
    MEAN_MOTION: Number(line2.slice(52, 63)),
    ECCENTRICITY: ecco,
    INCLINATION: degrees(inclo),
    RA_OF_ASC_NODE: degrees(nodeo),
    ARG_OF_PERICENTER: degrees(argpo),
    MEAN_ANOMALY: degrees(mo),
    BSTAR: bstar,
  });
  return { epoch, earthFixed };
}

/**
 * The station before and after a burn along the track at the epoch: two element sets that meet there, each run by SGP4.
 * The orbit is that of real elements, rotated so that the burn may be anywhere on it.
 *
 * @param metresPerSecond positive: the orbit is raised
 */
export function truthWithBurn(
  [line1, line2]: readonly [string, string],
  metresPerSecond: number,
  random: () => number,
): OrbitTruth {
  const { inclo, bstar } = twoline2satrec(line1, line2);
  const eccentricity = Number(`0.${line2.slice(26, 33)}`);
  const motion = Number(line2.slice(52, 63));
  const perigee = 2 * Math.PI * random();
  const latitude = 2 * Math.PI * random();
  const [x, y] = [eccentricity * Math.cos(perigee), eccentricity * Math.sin(perigee)];
  // True argument of latitude, to first order.
  const u = latitude + 2 * (x * Math.sin(latitude) - y * Math.cos(latitude));
  const push = metresPerSecond / 7660;
  const node = 360 * random();
  const epoch = Math.floor(orbitTruthOf([line1, line2]).epoch);
  const sides = [0, push].map((by) => {
    const [ex, ey] = [x + 2 * by * Math.cos(u), y + 2 * by * Math.sin(u)];
    const turned = Math.atan2(ey, ex);
    return positionsFrom(epoch, {
      MEAN_MOTION: motion * (1 - 3 * by),
      ECCENTRICITY: Math.hypot(ex, ey),
      INCLINATION: (inclo * 180) / Math.PI,
      RA_OF_ASC_NODE: node,
      ARG_OF_PERICENTER: (turned * 180) / Math.PI,
      MEAN_ANOMALY: ((latitude - turned) * 180) / Math.PI,
      BSTAR: bstar,
    });
  });
  const [before, after] = sides;
  if (before === undefined || after === undefined) throw new Error('two sides');
  return { epoch, earthFixed: (t) => (t <= epoch ? before : after)(t) };
}
