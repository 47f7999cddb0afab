import { horizonAt, type LocalHorizon } from '#shared/station/sky/local-horizon.ts';
import type { Direction } from '#shared/station/sky/sky.ts';
import { skyPointOf } from './sky-chart.ts';
import type { SkyPoint } from '#shared/station/sky/sky-arc.ts';

const rad = Math.PI / 180;

/** Half of the width of the view in degrees of azimuth, and the height of the view in degrees of elevation. */
export const halfWidth = 90;
export const topElevation = 88;

/**
 * The position of a direction in the view of an observer who faces an azimuth, by stereographic projection. x grows to
 * the right, y upwards from the horizon. x is 1 at the right edge of the view at the horizon; y has the same unit. Null
 * far behind the observer.
 */
export function positionInView(
  { azimuth, elevation }: SkyPoint,
  facing: number,
): readonly [x: number, y: number] | null {
  const turn = (azimuth - facing) * rad;
  const horizontalLength = Math.cos(elevation * rad);
  const depth = horizontalLength * Math.cos(turn);
  if (depth < -0.2) return null;
  const scale = 1 / (1 + depth) / edgeDistance;
  return [horizontalLength * Math.sin(turn) * scale, Math.sin(elevation * rad) * scale];
}

/** Like `positionInView` for many unit vectors. */
export function projectionFacing(
  facing: number,
): (direction: Direction) => readonly [x: number, y: number] | null {
  const [sin, cos] = [Math.sin(facing * rad), Math.cos(facing * rad)];
  return ([east, north, up]) => {
    const depth = east * sin + north * cos;
    if (depth < -0.2) return null;
    const scale = 1 / (1 + depth) / edgeDistance;
    return [(east * cos - north * sin) * scale, up * scale];
  };
}

/** The distance from the centre to the edge of the view in the plane of the projection. */
const edgeDistance = Math.tan((halfWidth / 2) * rad);
/** The height of an elevation in the middle of the view, divided by half of the width of the view. */
export const heightAhead = (elevation: number): number =>
  Math.tan((elevation / 2) * rad) / edgeDistance;
export const heightOfView = heightAhead(topElevation);

type Path = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'closePath'>;

/** Adds the ground up to the local horizon to a path. `size` is half of the width in pixels. */
export function traceGround(path: Path, horizon: LocalHorizon, facing: number, size: number): void {
  path.moveTo(-2 * size, size);
  for (let turn = -halfWidth - 10; turn <= halfWidth + 10; turn += 2.5) {
    const azimuth = facing + turn;
    const spot = positionInView({ azimuth, elevation: horizonAt(horizon, azimuth) }, facing);
    if (spot !== null) path.lineTo(spot[0] * size, -spot[1] * size);
  }
  path.lineTo(2 * size, size);
  path.closePath();
}

/** Adds a line through directions to a path. The line is interrupted behind the observer. */
export function traceLine(
  path: Path,
  points: readonly SkyPoint[],
  facing: number,
  size: number,
): void {
  let isUp = false;
  for (const point of points) {
    const spot = positionInView(point, facing);
    if (spot !== null && isUp) path.lineTo(spot[0] * size, -spot[1] * size);
    else if (spot !== null) path.moveTo(spot[0] * size, -spot[1] * size);
    isUp = spot !== null;
  }
}

/** The direction in the view from one point of the sky towards another along the great circle, degrees clockwise. */
export function limbAngle(from: Direction, to: Direction, facing: number): number {
  const step = 0.01;
  const neighbour: Direction = [
    from[0] + step * to[0],
    from[1] + step * to[1],
    from[2] + step * to[2],
  ];
  const [fromSpot, neighbourSpot] = [
    positionInView(skyPointOf(from), facing),
    positionInView(skyPointOf(neighbour), facing),
  ];
  if (fromSpot === null || neighbourSpot === null) return 0;
  return Math.atan2(fromSpot[1] - neighbourSpot[1], neighbourSpot[0] - fromSpot[0]) / rad;
}
