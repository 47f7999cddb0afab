import { z } from 'zod';
import { type Scenarios, scenarioWithSettings } from '../scenarios/definition.ts';

/** A time in whole seconds since the epoch, like a timestamp. */
const wholeSeconds = (time: number): number => Math.floor(time / 1000);

const degreesSchema = (most: number, fallback: number) =>
  z.number().min(-most).max(most).default(fallback);

/**
 * The scenarios of the position service: observed behaviour of the public service, and faults that a client should
 * tolerate.
 */
export const positionScenarios: Scenarios<PositionWorld> = {
  frozen: scenarioWithSettings(
    z.object({
      timestamp: z
        .enum(['frozen', 'moving'])
        .default('frozen')
        .describe('Whether the timestamp stays too; the public service has been seen to do both.'),
    }),
    {
      summary: 'The position stays what it was when this was put on; the message says success',
      world: (world, { since, now, settings }) => ({
        ...world,
        time: since,
        lag:
          world.lag -
          (settings.timestamp === 'moving' ? wholeSeconds(now) - wholeSeconds(since) : 0),
      }),
    },
  ),
  gaps: scenarioWithSettings(
    z.object({
      every: z.int().min(1).default(3600).describe('Seconds from one gap to the next.'),
      seconds: z.int().min(1).default(60).describe('How long a gap is.'),
    }),
    {
      summary: 'A gap now and then, in which it answers 504; the first one at once',
      world: (world, { since, now, settings: { every, seconds: length } }) => ({
        ...world,
        outage: world.outage || (wholeSeconds(now) - wholeSeconds(since)) % every < length,
      }),
    },
  ),
  'stale-timestamp': scenarioWithSettings(
    z.object({ seconds: z.int().default(600).describe('Age of the timestamp.') }),
    {
      summary: 'The position moves, but its timestamp lags behind',
      world: (world, { settings }) => ({ ...world, lag: world.lag + settings.seconds }),
    },
  ),
  displaced: scenarioWithSettings(
    z.object({
      east: degreesSchema(360, 10).describe('Degrees of longitude to the east.'),
      north: degreesSchema(180, 0).describe('Degrees of latitude to the north.'),
    }),
    {
      summary: 'The position is beside the true one',
      world: (world, { settings: { east, north } }) => ({
        ...world,
        east: world.east + east,
        north: world.north + north,
      }),
    },
  ),
  numbers: {
    summary: 'Latitude and longitude are numbers, as old deployments sent them',
    world: (world) => ({ ...world, coordinates: 'numbers' }),
  },
  geodetic: {
    summary: 'The latitude is the geodetic one, up to 0.19° from the geocentric one',
    world: (world) => ({ ...world, latitude: 'geodetic' }),
  },
  failure: {
    summary: 'The message is "failure", with status 200',
    world: (world) => ({ ...world, message: 'failure' }),
  },
  public: scenarioWithSettings(
    z.object({
      outages: z.number().min(0).max(1).default(0.1).describe('How often it answers 504, 0 to 1.'),
    }),
    {
      summary: 'As the public service: fields in any order, and a 504 now and then',
      world: (world, { random, settings }) => ({
        ...world,
        outage: random() < settings.outages,
        first: fieldOrder[Math.floor(random() * fieldOrder.length)] ?? 'message',
      }),
    },
  ),
};

const fieldOrder = ['message', 'timestamp', 'iss_position'] as const;

/** The properties of the position service that scenarios can change. */
export interface PositionWorld {
  /** The time of the position in the answer, ms since the epoch; null: the present time. */
  readonly time: number | null;
  /** By how many seconds the timestamp is behind the position. */
  readonly lag: number;
  /** By how many degrees the position is displaced to the east and to the north. */
  readonly east: number;
  readonly north: number;
  readonly latitude: 'geocentric' | 'geodetic';
  readonly coordinates: 'strings' | 'numbers';
  readonly message: 'success' | 'failure';
  /** The first field of the answer. */
  readonly first: 'message' | 'timestamp' | 'iss_position';
  /** Whether the gateway of the service returns 504 because it waited too long. */
  readonly outage: boolean;
}

/** The behaviour that the specification defines. */
export const defaultPositionWorld: PositionWorld = {
  time: null,
  lag: 0,
  east: 0,
  north: 0,
  latitude: 'geocentric',
  coordinates: 'strings',
  message: 'success',
  first: 'message',
  outage: false,
};
