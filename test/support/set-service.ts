import type { Fix } from '#shared/station/station.ts';
import type { EarthFixed } from '#shared/station/sky/earth.ts';
import { fixAt, type OrbitTruth } from './orbit.ts';

const hourSeconds = 3600;

/** A normal random number of mean 0 and deviation 1 (Box and Muller, 1958). */
const randomNormal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * The station, and a service that computes it from element sets which are published hours late. Times are Unix
 * seconds.
 */
export interface SetService {
  readonly truth: OrbitTruth;
  /** For each set, the time from which the service uses this set; oldest first. */
  readonly published: readonly number[];
  /**
   * A fix at `t` by the newest set at that time, or by a set that is `back` sets older; `asOf`: by the newest set at
   * the time `asOf`.
   */
  readonly fix: (t: number, choice?: { readonly back?: number; readonly asOf?: number }) => Fix;
}

/**
 * The standard deviation of the error that the node of a published set has, as km at the equator. A new set causes a
 * step across the track, where fixes are exact to metres.
 */
const nodeErrorKm = 0.2;

/** Rotates a position about the axis of the Earth by the given km at the equator. */
function rotationByKm(km: number): (place: EarthFixed) => EarthFixed {
  const [sin, cos] = [Math.sin(km / 6790), Math.cos(km / 6790)];
  return ([x, y, z]) => [x * cos - y * sin, x * sin + y * cos, z];
}

/**
 * Creates a service whose sets have the errors of published sets: at the epoch of a set 0.7 km along the track, growing
 * by 4 km a day, and 0.2 km in the node. Each set follows the orbit at its epoch, without later changes.
 *
 * @param orbits the orbit before and after the time `changedAt`
 * @param ahead returns by how many seconds the station is ahead of those orbits, and how fast this lead grows (s/s); so
 *   it simulates drag that the orbits do not contain
 */
export function setServiceOf(
  orbits: { readonly before: OrbitTruth; readonly after: OrbitTruth; readonly changedAt: number },
  span: { readonly from: number; readonly to: number },
  random: () => number,
  ahead: (t: number) => readonly [seconds: number, rate: number] = () => [0, 0],
): SetService {
  const { before, after, changedAt } = orbits;
  const orbitAt = (t: number): OrbitTruth => (t < changedAt ? before : after);
  const sets: { epoch: number; published: number; truth: OrbitTruth }[] = [];
  for (
    let epoch = span.from - 36 * hourSeconds;
    epoch < span.to;
    epoch += hourSeconds * (3 + 5 * random())
  ) {
    const at = epoch;
    const orbit = orbitAt(at);
    const [seconds, rate] = ahead(at);
    const [offset, drift] = [0.1 * randomNormal(random), 6e-6 * randomNormal(random)];
    const shift = (t: number): number => seconds + offset + (rate + drift) * (t - at);
    const turn = rotationByKm(nodeErrorKm * randomNormal(random));
    const truth = { epoch: at, earthFixed: (t: number) => turn(orbit.earthFixed(t + shift(t))) };
    const last = sets.at(-1)?.published ?? -Infinity;
    const published = Math.max(last + 60, epoch + hourSeconds * (4 + 4 * random()));
    sets.push({ epoch, published, truth });
  }
  return {
    truth: {
      epoch: before.epoch,
      earthFixed: (t) => orbitAt(t).earthFixed(t + ahead(t)[0]),
    },
    published: sets.map((set) => set.published),
    fix(t, { back = 0, asOf = t } = {}) {
      const newest = sets.findLastIndex(({ published }) => published <= asOf);
      const set = sets[Math.max(0, newest - back)];
      if (set === undefined) throw new RangeError('no sets');
      return fixAt(set.truth, t);
    },
  };
}
