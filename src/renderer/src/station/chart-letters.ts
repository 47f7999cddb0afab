type Spot = readonly [x: number, y: number];

export interface ChartLetter {
  readonly name: string;
  readonly at: Spot;
}

/** Of each wind, its azimuth in degrees. */
const winds = [
  ['N', 0],
  ['E', 90],
  ['S', 180],
  ['W', 270],
] as const;
/**
 * Where a letter may stand, in this order: how far from the edge of the chart, and how many degrees aside. A way over
 * the sky crosses the horizon, and one goes aside; a low way follows it, and one goes up.
 */
const places = [
  ...[0, 8, -8, 12, -12, 16, -16].map((aside) => ({ inset: 14, aside })),
  ...[0, 12, -12].map((aside) => ({ inset: 34, aside })),
];
/** What has to be free around the middle of a letter. */
const room = 13;

/**
 * Where the letters of the winds stand on a chart of the sky: at the horizon, or clear of what is in the way there.
 * The zenith is at 0, 0, y grows downwards.
 *
 * @param taken points of a pass, close to each other, and of whatever else is drawn
 */
export function chartLetters(taken: readonly Spot[], radius: number): readonly ChartLetter[] {
  return winds.map(([name, azimuth]) => {
    const spots = places.map(({ inset, aside }): Spot => {
      const angle = ((azimuth + aside) * Math.PI) / 180;
      // East is at the left.
      return [-(radius - inset) * Math.sin(angle), -(radius - inset) * Math.cos(angle)];
    });
    const at = spots.find((spot) => clearance(spot, taken) >= room) ?? spots[0] ?? [0, 0];
    return { name, at };
  });
}

const clearance = ([x, y]: Spot, taken: readonly Spot[]): number =>
  Math.min(...taken.map(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY)));
