import type { Place } from '#shared/station/sky/earth.ts';

const degrees = 180 / Math.PI;
/** The poles stay where they can be seen: beyond this latitude a globe turns upside down. */
const highest = 80;
/** The speed of a globe that was let go falls to a third in this time, milliseconds. */
const slackMs = 320;
/** Slower than this it stands, pixels per second. */
const leastSpeed = 8;

export interface Drag {
  readonly dx: number;
  readonly dy: number;
}

/**
 * The middle of the globe after it was dragged by some pixels: the place under the pointer follows it, near the middle.
 *
 * @param radius of the globe, pixels
 */
export function dragged({ longitude, latitude }: Place, { dx, dy }: Drag, radius: number): Place {
  const level = Math.max(Math.cos(latitude / degrees), 0.3);
  const turned = longitude - (dx / radius / level) * degrees;
  const tilted = latitude + (dy / radius) * degrees;
  return {
    longitude: ((((turned + 180) % 360) + 360) % 360) - 180,
    latitude: Math.max(-highest, Math.min(highest, tilted)),
  };
}

/** How far a globe that was let go turns in the next `ms`, and its speed then; null: it stands. Pixels per second. */
export function coasting(
  speed: readonly [x: number, y: number],
  ms: number,
): { readonly drag: Drag; readonly speed: readonly [x: number, y: number] } | null {
  if (Math.hypot(...speed) < leastSpeed) return null;
  const left = Math.exp(-ms / slackMs);
  const part = (slackMs * (1 - left)) / 1000;
  return {
    drag: { dx: speed[0] * part, dy: speed[1] * part },
    speed: [speed[0] * left, speed[1] * left],
  };
}
