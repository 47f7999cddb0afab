import { radians } from './sky/earth.ts';

export const sensors = ['full-frame', 'aps-c', 'four-thirds', 'one-inch'] as const;

/** Width and height, mm. */
const sensorSizes = {
  'full-frame': [36, 24],
  'aps-c': [23.5, 15.6],
  'four-thirds': [17.3, 13],
  'one-inch': [13.2, 8.8],
} as const;

/** Limits of the focal length, mm. */
export const focalLimits = { least: 50, most: 5000 };

/** The camera whose frame is drawn around the disc of a transit. */
export interface Optics {
  /** Null: no frame is drawn. */
  readonly sensor: (typeof sensors)[number] | null;
  /** Millimetres. */
  readonly focalLength: number;
}

export const withoutCamera: Optics = { sensor: null, focalLength: 1000 };

/** Width and height of the camera's field of view, degrees; null without a camera. */
export function fieldOfView({
  sensor,
  focalLength,
}: Optics): readonly [width: number, height: number] | null {
  if (sensor === null) return null;
  const angleOf = (mm: number): number => (2 * Math.atan(mm / 2 / focalLength)) / radians;
  const [width, height] = sensorSizes[sensor];
  return [angleOf(width), angleOf(height)];
}
