import type { FittedOrbit } from '#shared/station/orbit.ts';
import { informationOf, stationPrior, type Prior } from './parameters.ts';
import { atEpoch } from './propagation.ts';

/** Fewer fixes off the track are wrong fixes. */
const fewestAfter = 4;
const fewestBefore = 3;
/** Among the others some may be wild. */
const strays = 0.2;

export type Change = NonNullable<FittedOrbit['manoeuvre']>;

/**
 * What a change leaves of the elements, one standard deviation each: a service that takes new elements
 * for the same orbit, and a reboost of up to 3 m/s along the track, which keeps the plane.
 */
const left: Readonly<Record<Change['kind'], readonly number[]>> = {
  refresh: [0.001, 0.002, 0.03, 1.5e-4, 4e-5, 4e-5, 2e-5],
  reboost: [0.01, 0.05, Infinity, 0.02, 0.0005, 0.0005, 4e-5],
};

/** From then on the fixes since the change know more than the elements before it. */
const settled = { count: 8, seconds: 12 * 3600 };

/** What is known beforehand of the elements at the epoch of fixes, all of them after a change. */
export function priorAfter({ at, kind, before }: Change, epoch: number, count: number): Prior {
  if (count >= settled.count && epoch - at > settled.seconds) return stationPrior;
  return { mean: atEpoch(before, at, epoch), information: informationOf(left[kind]) };
}

/**
 * Where the station left one orbit for another: the index from where the fixes fit and did not before,
 * or the other way round.
 *
 * @param accepted of each fix, oldest first
 * @returns null when the misfits lie anywhere
 */
export function changePoint(accepted: readonly boolean[]): number | null {
  const total = accepted.filter(Boolean).length;
  let best: number | null = null;
  let fewestWrong = Infinity;
  let before = 0;
  accepted.forEach((_, index) => {
    const after = total - before;
    const countAfter = accepted.length - index;
    if (index >= fewestBefore && countAfter >= fewestAfter) {
      for (const [wrongBefore, wrongAfter] of [
        [index - before, after],
        [before, countAfter - after],
      ] as const) {
        const wrong = wrongBefore + wrongAfter;
        const clear = wrongBefore <= strays * index && wrongAfter <= strays * countAfter;
        if (clear && wrong < fewestWrong) {
          best = index;
          fewestWrong = wrong;
        }
      }
    }
    if (accepted[index] === true) before += 1;
  });
  return best;
}
