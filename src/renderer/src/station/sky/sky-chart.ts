import { horizonAt, type LocalHorizon } from '#shared/station/sky/local-horizon.ts';
import type { Direction } from '#shared/station/sky/sky.ts';
import { pointOnChart, type SkyPoint } from '#shared/station/sky/sky-arc.ts';

const rad = Math.PI / 180;
/** The rotation of the stars about the pole, radians per second: one turn in a sidereal day. */
const skyRate = (2 * Math.PI) / 86_164.1;

/**
 * Returns a function that turns the direction of a fixed star about the pole to its direction some seconds later
 * (Rodrigues' rotation formula).
 *
 * @param latitude degrees: the height of the north pole
 */
export function createSkyRotation(
  latitude: number,
  seconds: number,
): (direction: Direction) => Direction {
  const [poleNorth, poleUp] = [Math.cos(latitude * rad), Math.sin(latitude * rad)];
  const angle = -skyRate * seconds;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return ([east, north, up]) => {
    const axisPart = (poleNorth * north + poleUp * up) * (1 - cos);
    return [
      east * cos + (poleNorth * up - poleUp * north) * sin,
      north * cos + poleUp * east * sin + poleNorth * axisPart,
      up * cos - poleNorth * east * sin + poleUp * axisPart,
    ];
  };
}

/** The direction of a fixed star some seconds later, by `createSkyRotation`. */
export const turnedStarDirection = (
  direction: Direction,
  latitude: number,
  seconds: number,
): Direction => createSkyRotation(latitude, seconds)(direction);

/** Position of a direction on the chart: like `pointOnChart`, but without angles. */
export function spotOnChart(
  [east, north, up]: Direction,
  radius: number,
): readonly [x: number, y: number] {
  const horizontalLength = Math.hypot(east, north);
  const scale =
    horizontalLength === 0
      ? 0
      : (radius * (1 - Math.atan2(up, horizontalLength) / (90 * rad))) / horizontalLength;
  return [-scale * east, -scale * north];
}

export const skyPointOf = ([east, north, up]: Direction): SkyPoint => ({
  azimuth: (Math.atan2(east, north) / rad + 360) % 360,
  elevation: Math.atan2(up, Math.hypot(east, north)) / rad,
});

/** Whether a direction is above the local horizon. */
export const isAboveHorizon = (horizon: LocalHorizon, { azimuth, elevation }: SkyPoint): boolean =>
  elevation > horizonAt(horizon, azimuth);

/**
 * The part of a great circle that is above the horizon or a little below, as an SVG path on the chart.
 *
 * @param pole unit vector; `start`: a unit vector on the circle, 90° from the pole
 */
export function greatCirclePath(pole: Direction, start: Direction, radius: number): string {
  const [px, py, pz] = pole;
  const [sx, sy, sz] = start;
  const sideDirection = [py * sz - pz * sy, pz * sx - px * sz, px * sy - py * sx] as const;
  let path = '';
  let isUp = false;
  for (let degrees = 0; degrees <= 360; degrees += 4) {
    const [cos, sin] = [Math.cos(degrees * rad), Math.sin(degrees * rad)];
    const point = skyPointOf([
      sx * cos + sideDirection[0] * sin,
      sy * cos + sideDirection[1] * sin,
      sz * cos + sideDirection[2] * sin,
    ]);
    // Include points a little below the horizon: the band is wide, and the chart is cut off at its edge.
    if (point.elevation > -12) {
      const [x, y] = pointOnChart(point, radius);
      path += `${isUp ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
    isUp = point.elevation > -12;
  }
  return path;
}

/** Width in pixels of the line that the station draws on the chart: the brighter the station, the wider. */
export const trackWidth = (magnitude: number): number =>
  Math.min(9, Math.max(2, 3.5 - magnitude * 1.1));

/**
 * Strength of the twilight, from 0 at its end (the Sun at −18°) to 1 at sunset.
 *
 * @param sunElevation degrees
 */
export const twilightShare = (sunElevation: number): number =>
  Math.min(1, Math.max(0, (sunElevation + 18) / 18));

/** Radius of a star's dot, in units of the chart. It grows with the brightness. */
export const dotRadius = (magnitude: number): number =>
  Math.min(3, Math.max(0.45, 0.5 + (4.2 - magnitude) * 0.38));

/** Factor of the size of dots on a chart of the given radius (pixels), relative to a radius of 120 pixels. */
export const scaleOfDots = (radius: number): number => Math.sqrt(radius / 120);

/** Radius of the discs of the Sun and the Moon on a chart of the given radius, pixels. */
export const moonRadius = (radius: number): number => 6 * scaleOfDots(radius);

/**
 * Draws stars as dots, with one path for all stars of about the same brightness: lines of zero length with round caps.
 * One element for each star would be too slow to move.
 */
export function dotPaths(
  stars: readonly { readonly magnitude: number; readonly at: readonly [x: number, y: number] }[],
): { readonly magnitude: number; readonly path: string }[] {
  const paths = new Map<number, string>();
  for (const { magnitude, at } of stars) {
    const step = Math.round(2 * magnitude) / 2;
    paths.set(step, `${paths.get(step) ?? ''}M${roundToTenth(at[0])} ${roundToTenth(at[1])}h0`);
  }
  return [...paths].map(([magnitude, path]) => ({ magnitude, path }));
}

/** Rounds to a tenth of a pixel, in a third of the time of `toFixed`. */
export const roundToTenth = (pixels: number): number => Math.round(pixels * 10) / 10;

/** The lit part of the Moon's disc about 0, 0 as a path; its bright limb points to the right. */
export function litMoonPath(lit: number, radius: number): string {
  const width = (radius * Math.abs(1 - 2 * lit)).toFixed(2);
  const bulge = lit > 0.5 ? 1 : 0;
  return `M0 ${-radius}A${radius} ${radius} 0 0 1 0 ${radius}A${width} ${radius} 0 0 ${bulge} 0 ${-radius}Z`;
}

/** The direction on the chart from one point of the sky towards another along the great circle, degrees clockwise. */
export function angleTowards(from: Direction, to: Direction): number {
  const step = 0.01;
  const neighbour: Direction = [
    from[0] + step * to[0],
    from[1] + step * to[1],
    from[2] + step * to[2],
  ];
  const [x, y] = pointOnChart(skyPointOf(from), 1);
  const [nextX, nextY] = pointOnChart(skyPointOf(neighbour), 1);
  return Math.atan2(nextY - y, nextX - x) / rad;
}

/** The area between the local horizon and the edge of the chart, as a path to fill by `evenodd`. */
export function horizonPath(horizon: LocalHorizon, radius: number): string {
  const points = Array.from({ length: 72 }, (_, k) => {
    const azimuth = k * 5;
    return pointOnChart({ azimuth, elevation: horizonAt(horizon, azimuth) }, radius)
      .map((value) => value.toFixed(1))
      .join(' ');
  });
  return `M${points.join('L')}ZM${radius} 0A${radius} ${radius} 0 1 0 ${-radius} 0A${radius} ${radius} 0 1 0 ${radius} 0Z`;
}

/** The highest local horizon that can be set, degrees. */
const maxHorizonDegrees = 80;

/** The distance of a position on the chart from the local horizon in its direction, pixels. */
export function distanceFromRim(
  horizon: LocalHorizon,
  [x, y]: readonly [number, number],
  radius: number,
): number {
  const elevation = horizonAt(horizon, azimuthAt(x, y));
  return Math.abs(Math.hypot(x, y) - radius * (1 - elevation / 90));
}

/** The inverse of `pointOnChart` for the azimuth, degrees. */
const azimuthAt = (x: number, y: number): number => (Math.atan2(-x, -y) / rad + 360) % 360;

/**
 * The local horizon after a drag to a position of the chart: sets the nearest of its eight directions. Whole degrees.
 */
export function horizonDraggedTo(
  horizon: LocalHorizon,
  [x, y]: readonly [number, number],
  radius: number,
): LocalHorizon {
  const direction = Math.round(azimuthAt(x, y) / 45) % 8;
  const height = Math.round(90 * (1 - Math.hypot(x, y) / radius));
  return horizon.with(direction, Math.min(maxHorizonDegrees, Math.max(0, height)));
}
