import { pointOnChart } from '#shared/station/sky/sky-arc.ts';

export type Spot = readonly [x: number, y: number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle on the chart. */
export interface Box extends Size {
  /** Its centre. */
  readonly at: Spot;
}

/**
 * A label on the chart of the sky. All lengths are in pixels; the zenith is at 0, 0, and y grows downwards.
 */
interface ChartLabel extends Size {
  /** Candidates for the centre of the label, in order of preference. */
  readonly places: Iterable<Spot>;
  /** Whether the label is left out if it would overlap another one in each place. */
  readonly isOptional?: boolean;
}

/** A place over a drawn point is used only if none of this many next places is free. */
const coverCost = 20;
/** The same for a place over an axis. */
const crossCost = 2;
/** Every place without overlap is better than a place with overlap. */
const overlapCost = 1000;
/** Smallest distance of drawn points from a label, pixels. */
const clearance = 4;

/**
 * Chooses a place for each label. A label that comes first has the first choice. It takes the best place without
 * overlap, or else the place with the least overlap.
 *
 * @param taken labels that are already on the chart
 * @param points closely spaced points of paths and discs, which labels should not cover
 * @param axes closely spaced points of axes, which labels cover rather than a path
 */
export function placeLabels<Label extends ChartLabel>(
  labels: readonly Label[],
  taken: readonly Box[],
  points: readonly Spot[],
  axes: readonly Spot[] = [],
): (Label & Box)[] {
  const placed: (Label & Box)[] = [];
  for (const label of labels) {
    let [best, bestCost]: [(Label & Box) | null, number] = [null, Infinity];
    let order = 0;
    for (const at of label.places) {
      if (bestCost <= order) break;
      const box = { ...label, at };
      const overlap = [...taken, ...placed].reduce((sum, other) => sum + overlapOf(box, other), 0);
      const cost =
        order +
        (overlap > 0 ? overlapCost + overlap : 0) +
        (points.some((point) => isCovered(point, box)) ? coverCost : 0) +
        (axes.some((point) => isCovered(point, box)) ? crossCost : 0);
      if (cost < bestCost) [best, bestCost] = [box, cost];
      order += 1;
    }
    if (best !== null && !(label.isOptional === true && bestCost >= overlapCost)) placed.push(best);
  }
  return placed;
}

/** The common area of two boxes, square pixels. */
export function overlapOf(one: Box, other: Box): number {
  const [across, down] = [
    (one.width + other.width) / 2 - Math.abs(one.at[0] - other.at[0]),
    (one.height + other.height) / 2 - Math.abs(one.at[1] - other.at[1]),
  ];
  return Math.max(0, across) * Math.max(0, down);
}

const isCovered = ([x, y]: Spot, { at, width, height }: Box): boolean =>
  Math.abs(x - at[0]) < width / 2 + clearance && Math.abs(y - at[1]) < height / 2 + clearance;

/** The number of rings of places around an object, and of places in a ring. */
const ringCount = 12;
const placesInRing = 16;

/**
 * Places around an object, all inside the horizon: the first is beside the object on the side of the zenith. Later rings
 * are farther from the object by the height of the label.
 *
 * @param gap smallest distance from the centre of the object to the label
 * @param radius of the chart
 */
export function* placesBeside(
  [x, y]: Spot,
  size: Size,
  gap: number,
  radius: number,
): Generator<Spot> {
  const inwards = x > 0 ? -1 : 1;
  for (let k = 0; k < ringCount * placesInRing; k += 1) {
    const distance = gap + size.height * Math.floor(k / placesInRing);
    const angle = (2 * Math.PI * k) / placesInRing;
    // After the clamp at least one of the two is 1 or −1, so the label is completely beside, above or below the object.
    const [right, down] = [Math.cos(angle), Math.sin(angle)].map((part) =>
      Math.max(-1, Math.min(1, 1.5 * part)),
    ) as [number, number];
    const at: Spot = [
      x + inwards * right * (distance + size.width / 2),
      y + down * (distance + size.height / 2),
    ];
    if (isInside({ at, ...size }, radius)) yield at;
  }
}

/** Whether a box is inside the horizon. */
const isInside = ({ at, width, height }: Box, radius: number): boolean =>
  Math.hypot(Math.abs(at[0]) + width / 2, Math.abs(at[1]) + height / 2) < radius;

/**
 * Places for the time of a mark on the path, in order of preference. The first is on the side away from the zenith,
 * unless the horizon would cut the label there.
 *
 * @param isOutside whether `mark` is a point of the horizon. The label is then outside of the horizon; where a compass
 *   letter is in the way, it is beside the letter.
 */
export function* placesOfTime(
  mark: Spot,
  size: Size,
  azimuth: number,
  radius: number,
  isOutside: boolean,
): Generator<Spot> {
  const [x, y] = pointOnChart({ azimuth, elevation: 0 }, 1);
  const side = Math.abs(x) > 0.35 ? Math.sign(x) : 0;
  const at: Spot = [mark[0] + x * 13 + (side * size.width) / 2, mark[1] + y * 16];
  if (isOutside || isInside({ at, ...size }, radius)) yield at;
  if (isOutside)
    for (const step of [1, -1])
      yield side === 0
        ? [at[0] + step * (Math.sign(x) || 1) * (size.width / 2 + letterGap), at[1]]
        : [at[0], at[1] + step * (Math.sign(y) || 1) * (size.height + 2)];
  yield* placesBeside(mark, size, 9, radius);
}

/** Distance of the compass letters from the horizon, pixels. */
const letterGap = 12;

/** The place of a compass letter: outside the horizon, at the end of its axis. */
export const placeOfLetter = (azimuth: number, radius: number): Spot =>
  pointOnChart({ azimuth, elevation: 0 }, radius + letterGap);

/** Candidate places for a ring's label: on both sides of the axis from north to south, just outside or inside the ring. */
export const placesOfRing = (ring: number, { width, height }: Size): readonly Spot[] =>
  [-1, 1].flatMap((down) =>
    [1, -1].flatMap((out) =>
      [1, -1].map((right): Spot => [
        right * (5 + width / 2),
        down * (ring + out * (1 + height / 2)),
      ]),
    ),
  );
