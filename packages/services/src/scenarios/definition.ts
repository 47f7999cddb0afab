import type { z } from 'zod';
import type { RequestEntry } from '../request-log.ts';

/** A request that a scenario acts on. */
export interface ScenarioOccasion<Settings = Readonly<Record<string, unknown>>> {
  readonly request: Request;
  /** The path of the request, without its query. */
  readonly path: string;
  /** The time of the services' clock, milliseconds since the epoch. */
  readonly now: number;
  /** The time at which the scenario was turned on, by the services' clock. */
  readonly since: number;
  /** Returns a random number in [0, 1), drawn with the scenario's seed: the same seed gives the same run. */
  readonly random: () => number;
  readonly settings: Settings;
  /** A signal that is aborted when the services stop, which ends all waits. */
  readonly signal: AbortSignal;
  /** Resets the connection (RST); absent if the request has no connection. */
  readonly reset: (() => void) | undefined;
  readonly wait: WaitSeconds;
}

/**
 * Delays a request by the given number of seconds; `Infinity`: without end. Resolves with false when the signal ended
 * the wait.
 */
export type WaitSeconds = (
  seconds: number,
  request: Request,
  signal: AbortSignal,
) => Promise<boolean>;

/**
 * A fault or another behaviour of a service that can be turned on. A scenario changes the data and behaviour of the
 * service (its world), answers in place of the service, or changes the service's answer.
 */
export interface Scenario<World> {
  /** A summary in one line, for the documentation and for `GET /scenarios`. */
  readonly summary: string;
  /** The paths on which the scenario acts. Default: all paths of the service. */
  readonly concerns?: RegExp;
  /**
   * The scenario's settings except `requests`, `probability`, `seed` and `path`. Every field has a default or is
   * optional.
   */
  readonly settings?: z.ZodObject;
  readonly world?: (world: World, occasion: ScenarioOccasion) => World;
  /** Answers in place of the service. `Response.error()` resets the connection. */
  readonly instead?: (occasion: ScenarioOccasion) => Response | Promise<Response>;
  /** True if `instead` gives no answer. Scenarios that change the answer then do not act on the request. */
  readonly withoutAnswer?: true;
  /** Changes the service's answer. If it returns the same object, the scenario did not act. */
  readonly after?: (answer: Response, occasion: ScenarioOccasion) => Response | Promise<Response>;
}

export type Scenarios<World> = Readonly<Record<string, Scenario<World>>>;

/** The effect of a scenario, with settings that its schema has parsed. */
interface ScenarioEffect<World, Settings> {
  readonly summary: string;
  readonly concerns?: RegExp;
  readonly world?: (world: World, occasion: ScenarioOccasion<Settings>) => World;
  readonly instead?: (occasion: ScenarioOccasion<Settings>) => Response | Promise<Response>;
  readonly after?: (
    answer: Response,
    occasion: ScenarioOccasion<Settings>,
  ) => Response | Promise<Response>;
}

/** Makes a scenario with settings, which are parsed when the scenario is turned on. */
export function scenarioWithSettings<World, Schema extends z.ZodObject>(
  settings: Schema,
  acts: ScenarioEffect<World, z.output<Schema>>,
): Scenario<World> {
  return { ...(acts as ScenarioEffect<World, Readonly<Record<string, unknown>>>), settings };
}

/** The `c.env` of a service's Hono app; undefined when a test calls the app directly. */
export interface ServiceEnv<World> {
  Bindings: {
    /** The service's world with the changes of the scenarios; absent while no scenario is on. */
    readonly world?: World;
    /** The log entry of the request, to which the handler adds the body. */
    readonly entry?: RequestEntry;
  };
}

/** The world (data and behaviour) of a service. */
export function worldOf<World>(
  env: ServiceEnv<World>['Bindings'] | undefined,
  plainWorld: World,
): World {
  return env?.world ?? plainWorld;
}
