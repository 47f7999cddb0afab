type Spot = readonly [x: number, y: number];

/** Azimuth of each compass point, degrees. */
const compassPoints = [
  ['N', 0],
  ['E', 90],
  ['S', 180],
  ['W', 270],
] as const;

export interface ChartLetter {
  readonly name: (typeof compassPoints)[number][0];
  readonly at: Spot;
}

/**
 * Candidate positions of a letter, in order of preference: distance from the edge of the chart, and degrees to the
 * side. The letter moves to the side for a high pass that crosses the horizon there, and up for a low pass along the
 * horizon.
 */
const letterPlaces = [
  ...[0, 8, -8, 12, -12, 16, -16].map((aside) => ({ inset: 14, aside })),
  ...[0, 12, -12].map((aside) => ({ inset: 34, aside })),
];
/** Smallest distance of drawn points from the centre of a letter, pixels. */
const minClearance = 13;

/**
 * Positions of the compass letters on a chart of the sky: at the horizon, or beside the points drawn there. The zenith
 * is at 0, 0; y grows downwards.
 *
 * @param taken closely spaced points of the pass and of everything else that is drawn
 */
export function chartLetters(taken: readonly Spot[], radius: number): readonly ChartLetter[] {
  return compassPoints.map(([name, azimuth]) => {
    const spots = letterPlaces.map(({ inset, aside }): Spot => {
      const angle = ((azimuth + aside) * Math.PI) / 180;
      // East is at the left.
      return [-(radius - inset) * Math.sin(angle), -(radius - inset) * Math.cos(angle)];
    });
    const letterSpot = spots.find((spot) => clearanceFrom(spot, taken) >= minClearance) ??
      spots[0] ?? [0, 0];
    return { name, at: letterSpot };
  });
}

const clearanceFrom = ([x, y]: Spot, taken: readonly Spot[]): number =>
  Math.min(...taken.map(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY)));
