import type { z } from 'zod';
import type { RequestEntry } from '../request-log.ts';

/** A request that a scenario acts on. */
export interface Occasion<Settings = Readonly<Record<string, unknown>>> {
  readonly request: Request;
  /** Path of the request, without its query. */
  readonly path: string;
  /** The services' clock, ms since the epoch. */
  readonly now: number;
  /** The time at which the scenario was turned on, by the services' clock. */
  readonly since: number;
  /** A random number in [0, 1) by the scenario's seed: the same seed gives the same run. */
  readonly random: () => number;
  readonly settings: Settings;
  /** Aborted when the services stop, which ends all waits. */
  readonly signal: AbortSignal;
  /** Resets the connection (RST); absent where there is no connection. */
  readonly reset: (() => void) | undefined;
  readonly wait: Wait;
}

/**
 * Delays a request by the given seconds; `Infinity` waits without end. Returns false when the signal ended the wait.
 */
export type Wait = (seconds: number, request: Request, signal: AbortSignal) => Promise<boolean>;

/**
 * A fault or another behaviour of a service that can be turned on. It changes the data and behaviour of the service
 * (its world), answers in place of the service, or changes the service's answer.
 */
export interface Scenario<World> {
  /** One line for the documentation and for `GET /scenarios`. */
  readonly summary: string;
  /** Paths on which the scenario acts. Default: all paths of the service. */
  readonly concerns?: RegExp;
  /** The scenario's settings apart from `requests`, `probability`, `seed` and `path`; every field has a default. */
  readonly settings?: z.ZodObject;
  readonly world?: (world: World, occasion: Occasion) => World;
  /** Answers in place of the service. `Response.error()` resets the connection. */
  readonly instead?: (occasion: Occasion) => Response | Promise<Response>;
  /** True if `instead` gives no answer: scenarios that change the answer then do not act on the request. */
  readonly withoutAnswer?: true;
  /** Changes the service's answer. Returning the same object means that the scenario did not apply. */
  readonly after?: (answer: Response, occasion: Occasion) => Response | Promise<Response>;
}

export type Scenarios<World> = Readonly<Record<string, Scenario<World>>>;

/** The effect of a scenario, with settings that its schema has parsed. */
interface Acts<World, Settings> {
  readonly summary: string;
  readonly concerns?: RegExp;
  readonly world?: (world: World, occasion: Occasion<Settings>) => World;
  readonly instead?: (occasion: Occasion<Settings>) => Response | Promise<Response>;
  readonly after?: (answer: Response, occasion: Occasion<Settings>) => Response | Promise<Response>;
}

/** A scenario with settings, which are parsed when it is turned on. */
export function withSettings<World, Schema extends z.ZodObject>(
  settings: Schema,
  acts: Acts<World, z.output<Schema>>,
): Scenario<World> {
  return { ...(acts as Acts<World, Readonly<Record<string, unknown>>>), settings };
}

/** The `c.env` of a service's Hono app; undefined when a test calls the app directly. */
export interface ServiceEnv<World> {
  Bindings: {
    /** The service's world as changed by scenarios; absent while none is on. */
    readonly world?: World;
    /** The whole body, if the listener has already read it. */
    readonly body?: Buffer | undefined;
    /** The request's entry in the log, to which the handler adds the body. */
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
