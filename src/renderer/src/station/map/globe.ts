import type { GeoProjection } from 'd3-geo';
import { unitVectorOf, type Strands } from './sphere.ts';

type Vector = readonly [x: number, y: number, z: number];

/** A globe on screen: seen from infinitely far away, turned so that a given place is in the centre. */
export interface Globe {
  /** Centre and radius, CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Unit vectors to the right, to the top, and to the viewer. */
  readonly right: Vector;
  readonly top: Vector;
  readonly viewer: Vector;
}

/** The globe of the last projection: each frame asks for it some fifty times, and no projection is changed. */
let lastGlobe: { readonly projection: GeoProjection; readonly globe: Globe | null } | null = null;

/** The globe that a projection draws; null for a flat map. */
export function globeOfProjection(projection: GeoProjection): Globe | null {
  if (lastGlobe?.projection !== projection)
    lastGlobe = { projection, globe: computeGlobe(projection) };
  return lastGlobe.globe;
}

function computeGlobe(projection: GeoProjection): Globe | null {
  // 0 if nothing is clipped.
  if (Number(projection.clipAngle()) === 0) return null;
  const [turn, tilt] = projection.rotate();
  const [x, y] = projection.translate();
  const viewer = unitVectorOf(-turn, -tilt);
  const right = unitVectorOf(-turn + 90, 0);
  const top = unitVectorOf(-turn, -tilt + 90);
  return { x, y, radius: projection.scale(), right, top, viewer };
}

/** The point at which a unit vector is drawn; null on the far side. */
export function spotOnGlobe(
  { x, y, radius, right, top, viewer }: Globe,
  [vx, vy, vz]: Vector,
): [x: number, y: number] | null {
  if (vx * viewer[0] + vy * viewer[1] + vz * viewer[2] < 0) return null;
  return [
    x + radius * (vx * right[0] + vy * right[1] + vz * right[2]),
    y - radius * (vx * top[0] + vy * top[1] + vz * top[2]),
  ];
}

type GlobePath = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'closePath' | 'arc'>;

/** The coordinates of the points in the frame of the viewer: x to the right, y up, z to the viewer. Grows as needed. */
let turnedPoints = new Float64Array();

/** A coordinate of the points. */
const turnedAt = (k: number): number => turnedPoints[k] ?? NaN;

/** Rotates the points into the frame of the viewer. Returns whether some of them are on the near side. */
function turnPoints({ right, top, viewer }: Globe, points: Float64Array): boolean {
  if (turnedPoints.length < points.length) turnedPoints = new Float64Array(points.length);
  const [rx, ry, rz] = right;
  const [tx, ty, tz] = top;
  const [vx, vy, vz] = viewer;
  let isSeen = false;
  for (let k = 0; k < points.length; k += 3) {
    const [x = NaN, y = NaN, z = NaN] = [points[k], points[k + 1], points[k + 2]];
    const depth = x * vx + y * vy + z * vz;
    turnedPoints[k] = x * rx + y * ry + z * rz;
    turnedPoints[k + 1] = x * tx + y * ty + z * tz;
    turnedPoints[k + 2] = depth;
    isSeen ||= depth >= 0;
  }
  return isSeen;
}

/** Adds lines and rings to a path: lines end at the edge of the globe, and rings follow it. */
export function traceOnGlobe(path: GlobePath, globe: Globe, strands: Strands): void {
  for (const { points, side } of strands) {
    if (!turnPoints(globe, points)) continue;
    if (side === 0) traceLine(path, globe, points.length);
    else traceRing(path, globe, points.length, side);
  }
}

/** The direction from the centre of the globe in which the segment between two points crosses the edge. */
function edgeCrossing(from: number, to: number): number {
  const [fromDepth, toDepth] = [turnedAt(from + 2), turnedAt(to + 2)];
  const share = fromDepth / (fromDepth - toDepth);
  const [x0, y0] = [turnedAt(from), turnedAt(from + 1)];
  return Math.atan2(y0 + (turnedAt(to + 1) - y0) * share, x0 + (turnedAt(to) - x0) * share);
}

function traceLine(path: GlobePath, { x, y, radius }: Globe, length: number): void {
  let wasSeen = false;
  for (let k = 0; k < length; k += 3) {
    const isSeen = turnedAt(k + 2) >= 0;
    if (k > 0 && isSeen !== wasSeen) {
      const angle = edgeCrossing(k - 3, k);
      const [ex, ey] = [x + radius * Math.cos(angle), y - radius * Math.sin(angle)];
      if (isSeen) path.moveTo(ex, ey);
      else path.lineTo(ex, ey);
    }
    if (isSeen) {
      const [sx, sy] = [x + radius * turnedAt(k), y - radius * turnedAt(k + 1)];
      if (k === 0) path.moveTo(sx, sy);
      else path.lineTo(sx, sy);
    }
    wasSeen = isSeen;
  }
}

/** The shorter turn from one direction to another, radians. */
function shorterTurn(from: number, to: number): number {
  const turn = to - from;
  return turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn;
}

/**
 * Adds a closed ring. Where the ring is on the far side, the path follows the edge of the globe by the same angle
 * instead. If the ring contains the point behind the centre, the ring goes around that point, and this fills the whole
 * globe once too often: then the edge of the globe is added in the other direction.
 */
function traceRing(path: GlobePath, { x, y, radius }: Globe, length: number, side: -1 | 1): void {
  const lastIndex = length - 3;
  // Begin on the near side, so that each part on the far side has both of its ends.
  let firstIndex = 0;
  while (turnedAt(firstIndex + 2) < 0) firstIndex += 3;
  const pointAt = (k: number): [number, number] => [
    x + radius * turnedAt(k),
    y - radius * turnedAt(k + 1),
  ];
  path.moveTo(...pointAt(firstIndex));
  /**
   * The direction where the path reached the edge, the angle along the edge since then, and the last direction; null on
   * the near side.
   */
  let hiddenPart: { from: number; way: number; at: number } | null = null;
  let windings = 0;
  for (let step = 0, k = firstIndex; step < lastIndex; step += 3) {
    const nextIndex = k + 3 > lastIndex ? 3 : k + 3;
    windings += halfPlaneCrossing(k, nextIndex);
    const isSeen = turnedAt(nextIndex + 2) >= 0;
    if (!isSeen && hiddenPart === null) {
      const edgeDirection = edgeCrossing(k, nextIndex);
      hiddenPart = { from: edgeDirection, way: 0, at: edgeDirection };
    }
    if (hiddenPart !== null) {
      const direction = isSeen
        ? edgeCrossing(k, nextIndex)
        : Math.atan2(turnedAt(nextIndex + 1), turnedAt(nextIndex));
      hiddenPart.way += shorterTurn(hiddenPart.at, direction);
      hiddenPart.at = direction;
      if (isSeen) {
        // Angles of a canvas are clockwise.
        path.arc(
          x,
          y,
          radius,
          -hiddenPart.from,
          -(hiddenPart.from + hiddenPart.way),
          hiddenPart.way > 0,
        );
        hiddenPart = null;
      }
    }
    if (isSeen) path.lineTo(...pointAt(nextIndex));
    k = nextIndex;
  }
  path.closePath();
  if (windings === -side) {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, -2 * Math.PI * side, side > 0);
    path.closePath();
  }
}

/** 1 or -1 if the segment between two points crosses the half-plane to the right of the axis to the viewer, else 0. */
function halfPlaneCrossing(from: number, to: number): -1 | 0 | 1 {
  const [y0, y1] = [turnedAt(from + 1), turnedAt(to + 1)];
  if (y0 < 0 === y1 < 0) return 0;
  const x0 = turnedAt(from);
  if (x0 + ((turnedAt(to) - x0) * y0) / (y0 - y1) < 0) return 0;
  return y0 < 0 ? 1 : -1;
}
