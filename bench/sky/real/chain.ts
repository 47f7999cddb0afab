import { gstime, sgp4, twoline2satrec, type SatRec } from 'satellite.js';
import { readFileSync } from 'node:fs';
import { earthRate, geodeticLatitude } from '#station/orbit/frames.ts';
import type { Fix } from '#shared/station/station.ts';
import type { EarthFixed } from '#shared/station/sky/earth.ts';
import { createRandom } from '#test/support/orbit.ts';
import { sharedData } from '#test/support/shared-data.ts';

const hourSeconds = 3600;
const daySeconds = 86_400;

/** A published element set. Times are Unix seconds. */
export interface ElementSet {
  readonly epoch: number;
  /** The time from which the position service uses the set. */
  readonly published: number;
  /** The mean motion that the set states, rev/day. */
  readonly meanMotion: number;
  readonly satellite: SatRec;
}

/** The shortest and the longest time from the epoch of a set until a service has the set; uniform between them. */
const delayHours = { least: 4, most: 8 };

/** Reads element sets (`{"line1", "line2"}` on each line), oldest first. */
export function readElementSets(path: string, random: () => number): ElementSet[] {
  const { least, most } = delayHours;
  const sets = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { line1, line2 } = JSON.parse(line) as { line1: string; line2: string };
      const satellite = twoline2satrec(line1, line2);
      const epoch = (satellite.jdsatepoch - 2_440_587.5) * daySeconds;
      const published = epoch + hourSeconds * (least + (most - least) * random());
      return { epoch, published, meanMotion: Number(line2.slice(52, 63)), satellite };
    });
  return sets.sort((a, b) => a.epoch - b.epoch);
}

const sharedFile = 'sky/element-sets-2023-01-04.jsonl';

/**
 * Reads the element sets of January to April 2023. Returns them with the random numbers of this seed, or logs a line
 * and returns null if the shared data are missing.
 */
export function readPublishedSets(seed: number, log: (line: string) => void) {
  const path = sharedData(sharedFile);
  if (path === null) {
    log(`skipped: no shared data (${sharedFile})`);
    return null;
  }
  const random = createRandom(seed);
  return { sets: readElementSets(path, random), random };
}

/** Earth-fixed position by SGP4, km. Converts TEME to Earth-fixed by sidereal time alone, like the service. */
export function positionBySet({ satellite, epoch }: ElementSet, t: number): EarthFixed {
  const state = sgp4(satellite, (t - epoch) / 60);
  if (state === null) throw new Error(`SGP4 error ${satellite.error}`);
  const { x, y, z } = state.position;
  const theta = gstime(t / daySeconds + 2_440_587.5);
  const [cos, sin] = [Math.cos(theta), Math.sin(theta)];
  return [x * cos + y * sin, y * cos - x * sin, z];
}

/** The index of the last set whose epoch is not later than `t`, or −1. */
function indexBefore(sets: readonly ElementSet[], t: number): number {
  let [low, high] = [0, sets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sets[middle]?.epoch ?? Infinity) <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The set that the service uses at `t`: the published set with the latest epoch. Null before the first. */
export function setInUse(sets: readonly ElementSet[], t: number): ElementSet | null {
  for (let k = indexBefore(sets, t); k >= 0; k--) {
    const set = sets[k];
    if (set !== undefined && set.published <= t) return set;
  }
  return null;
}

/**
 * A fix as the service sends it: geocentric latitude and longitude with four decimals, the time rounded down to the
 * second. The fix is parsed as the client of the app parses it.
 */
export function fixBySet(set: ElementSet, t: number): Fix {
  const [x, y, z] = positionBySet(set, t);
  const rounded = (angle: number): number => Number(((angle * 180) / Math.PI).toFixed(4));
  return {
    time: Math.floor(t) + 0.5,
    latitude: geodeticLatitude(rounded(Math.atan2(z, Math.hypot(x, y)))),
    longitude: rounded(Math.atan2(y, x)),
    receivedAt: t * 1000,
  };
}

/** If the epochs of two sets are further apart than this, in seconds, no truth is computed between them. */
const maxEpochGap = 0.8 * daySeconds;

/**
 * The true position of the station: the sets with the epochs just before and just after `t`, blended by a smoothstep
 * between these epochs. In 2023 it differs from NASA's trajectories by 0.4 to 0.6 km (median, along the track). Null if
 * there is no set on one side, or the sets are too far apart.
 */
export function truePositionAt(sets: readonly ElementSet[], t: number): EarthFixed | null {
  const k = indexBefore(sets, t);
  const [one, other] = [sets[k], sets[k + 1]];
  if (one === undefined || other === undefined || other.epoch - one.epoch > maxEpochGap)
    return null;
  const part = (t - one.epoch) / Math.max(1, other.epoch - one.epoch);
  const weight = part * part * (3 - 2 * part);
  const [a, b] = [positionBySet(one, t), positionBySet(other, t)];
  return [
    a[0] + (b[0] - a[0]) * weight,
    a[1] + (b[1] - a[1]) * weight,
    a[2] + (b[2] - a[2]) * weight,
  ];
}

/** The epochs after which a burn changed the orbit, in Unix seconds, with the jump of the mean motion in rev/day. */
export function burnsBetween(sets: readonly ElementSet[]): { at: number; jump: number }[] {
  return sets.flatMap((set, k) => {
    const previousSet = sets[k - 1];
    if (previousSet === undefined) return [];
    const jump = set.meanMotion - previousSet.meanMotion;
    const apart = distanceKm(positionBySet(previousSet, set.epoch), positionBySet(set, set.epoch));
    return Math.abs(jump) > 0.0015 || apart > 45 ? [{ at: previousSet.epoch, jump }] : [];
  });
}

const distanceKm = (a: EarthFixed, b: EarthFixed): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The error of a computed position along and across the track, km. `next` is the true position one second later. */
export function errorKm(
  computed: EarthFixed,
  truth: EarthFixed,
  next: EarthFixed,
): { readonly along: number; readonly cross: number } {
  const radius = Math.hypot(...truth);
  const up: EarthFixed = [truth[0] / radius, truth[1] / radius, truth[2] / radius];
  // The inertial motion, without the rotation of the Earth.
  const motion: EarthFixed = [
    next[0] - truth[0] - earthRate * truth[1],
    next[1] - truth[1] + earthRate * truth[0],
    next[2] - truth[2],
  ];
  const climb = motion[0] * up[0] + motion[1] * up[1] + motion[2] * up[2];
  const level: EarthFixed = [
    motion[0] - climb * up[0],
    motion[1] - climb * up[1],
    motion[2] - climb * up[2],
  ];
  const speed = Math.hypot(...level);
  const off: EarthFixed = [computed[0] - truth[0], computed[1] - truth[1], computed[2] - truth[2]];
  const [x, y, z] = [level[0] / speed, level[1] / speed, level[2] / speed];
  return {
    along: off[0] * x + off[1] * y + off[2] * z,
    cross:
      off[0] * (up[1] * z - up[2] * y) +
      off[1] * (up[2] * x - up[0] * z) +
      off[2] * (up[0] * y - up[1] * x),
  };
}
