import { z } from 'zod';
import { geodeticLatitude, type Orbit } from './orbit.ts';
import type { PositionWorld } from './position-scenarios.ts';

const coordinate = z.string().regex(/^-?\d{1,3}\.\d{4}$/);

/** The answer of the position service (specification 2.2). */
export const positionSchema = z.object({
  message: z.enum(['success', 'failure']),
  timestamp: z.int(),
  iss_position: z.object({ latitude: coordinate, longitude: coordinate }),
});
type PositionAnswer = z.output<typeof positionSchema>;

/** An answer that scenarios may have changed: the coordinates may be numbers. */
type ScenarioAnswer = Omit<PositionAnswer, 'iss_position'> & {
  readonly iss_position: {
    readonly latitude: string | number;
    readonly longitude: string | number;
  };
};

/**
 * The answer with the position at `time` (milliseconds since the epoch). The timestamp is that time rounded down to the
 * second.
 */
export function positionAnswerOf(orbit: Orbit, time: number, world: PositionWorld): ScenarioAnswer {
  const point = orbit(time);
  const timestamp = Math.floor(time / 1000);
  const northDegrees = world.latitude === 'geodetic' ? geodeticLatitude(point) : point.latitude;
  const latitude = degreesText(Math.max(-90, Math.min(90, northDegrees + world.north)));
  const longitude = degreesText(wrapLongitude(point.longitude + world.east));
  const iss_position =
    world.coordinates === 'strings'
      ? { latitude, longitude }
      : { latitude: Number(latitude), longitude: Number(longitude) };
  const answer = { message: world.message, timestamp: timestamp - world.lag, iss_position };
  // The fields of an object keep the order in which they were added.
  return world.first === 'message' ? answer : { [world.first]: null, ...answer };
}

/** The same longitude in the range (-180, 180]. */
const wrapLongitude = (degrees: number): number => degrees - 360 * Math.ceil((degrees - 180) / 360);

/** The number with four decimals, but never `-0.0000`. */
function degreesText(degrees: number): string {
  const text = degrees.toFixed(4);
  return text === '-0.0000' ? '0.0000' : text;
}
