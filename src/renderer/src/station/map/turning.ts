import { wrapDegrees, type Place } from '#shared/station/sky/earth.ts';

const degreesPerRadian = 180 / Math.PI;
/** Largest latitude of the centre, degrees: beyond 90° the globe would be upside down. */
const maxCentreLatitude = 80;
/** The globe follows the station in steps of this many degrees, because each step redraws the slow layer. */
const followStep = 0.25;
/** After the release, the speed of the globe falls to a third in this time, milliseconds. */
const slowdownMs = 320;
/** The speed below which the globe stops, pixels per second. */
const minSpeed = 8;

interface DragPixels {
  readonly dx: number;
  readonly dy: number;
}

/**
 * The centre of a globe that follows the station. The centre of a whole globe is nearer to the equator than the station,
 * so that both hemispheres are in view; an enlarged globe has the station in its centre. A whole globe moves only when
 * `isDue`: drawing it again between two changes of the figures would double the cost of the view.
 *
 * @param isDue whether the figures beside the globe, or the zoom, have changed since the last call
 */
export function centreAfterStation(
  current: Place,
  station: Place,
  zoom: number,
  isDue: boolean,
): Place {
  if (zoom === 1 && !isDue) return current;
  const next = {
    longitude: station.longitude,
    latitude: station.latitude * (1 - 0.25 / zoom),
  };
  const movedDegrees = Math.max(
    Math.abs(next.longitude - current.longitude),
    Math.abs(next.latitude - current.latitude),
  );
  return movedDegrees > followStep / zoom ? next : current;
}

/**
 * The centre of the globe after a drag by some pixels. Near the centre, the place under the pointer follows the
 * pointer.
 *
 * @param radius of the globe, pixels
 */
export function centreAfterDrag(
  { longitude, latitude }: Place,
  { dx, dy }: DragPixels,
  radius: number,
): Place {
  const latitudeScale = Math.max(Math.cos(latitude / degreesPerRadian), 0.3);
  const east = (-dx / radius / latitudeScale) * degreesPerRadian;
  const north = (dy / radius) * degreesPerRadian;
  return centreOn(placeBeside({ longitude, latitude }, [east, north]));
}

/** The centre of a globe that is turned to a place. */
export const centreOn = ({ longitude, latitude }: Place): Place => ({
  longitude,
  latitude: Math.max(-maxCentreLatitude, Math.min(maxCentreLatitude, latitude)),
});

/** The place some degrees to the east and to the north of another one. It does not go beyond a pole. */
export const placeBeside = (
  { longitude, latitude }: Place,
  [east, north]: readonly [east: number, north: number],
): Place => ({
  longitude: wrapDegrees(longitude + east),
  latitude: Math.max(-90, Math.min(90, latitude + north)),
});

/**
 * How far a released globe turns in the next `ms`, pixels, and its speed after that, pixels per second; null: it has
 * stopped.
 */
export function coastingStep(
  speed: readonly [x: number, y: number],
  ms: number,
): { readonly drag: DragPixels; readonly speed: readonly [x: number, y: number] } | null {
  if (Math.hypot(...speed) < minSpeed) return null;
  const remainingShare = Math.exp(-ms / slowdownMs);
  const driftSeconds = (slowdownMs * (1 - remainingShare)) / 1000;
  return {
    drag: { dx: speed[0] * driftSeconds, dy: speed[1] * driftSeconds },
    speed: [speed[0] * remainingShare, speed[1] * remainingShare],
  };
}
