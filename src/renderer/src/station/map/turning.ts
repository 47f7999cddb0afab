import type { Place } from '#shared/station/sky/earth.ts';

const degrees = 180 / Math.PI;
/** Largest latitude of the centre, degrees: beyond it the globe would be upside down. */
const highest = 80;
/** After the release, the speed of the globe falls to a third in this time, milliseconds. */
const slackMs = 320;
/** Below this speed the globe stops, pixels per second. */
const leastSpeed = 8;

export interface Drag {
  readonly dx: number;
  readonly dy: number;
}

/**
 * The centre of the globe after a drag by some pixels. Near the centre, the place under the pointer follows the
 * pointer.
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

/** How far a released globe turns in the next `ms`, pixels, and its speed after that, pixels per second; null: it has stopped. */
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
