import type { z } from 'zod';
import type { RequestEntry } from '../request-log.ts';

/** A request that a scenario acts on. */
export interface Occasion<Settings = Readonly<Record<string, unknown>>> {
  readonly request: Request;
  /** Path of the request, without its query. */
  readonly path: string;
  /** The services' clock, ms since the epoch. */
  readonly now: number;
  /** When the scenario was put on, on the services' clock. */
  readonly since: number;
  /** In [0, 1), from the scenario's seed: the same seed gives the same run. */
  readonly random: () => number;
  readonly settings: Settings;
  /** Aborted when the services stop: waits end then. */
  readonly signal: AbortSignal;
  /** Resets the connection (RST); left out where there is none. */
  readonly reset: (() => void) | undefined;
  readonly wait: Wait;
}

/**
 * Waits so many seconds before a scenario goes on with a request; `Infinity` is without end. False when the signal
 * ended it.
 */
export type Wait = (seconds: number, request: Request, signal: AbortSignal) => Promise<boolean>;

/**
 * Something that a service can be told to do wrong, or differently. It changes the world that the service answers
 * from, answers in place of the service, or changes the service's answer.
 */
export interface Scenario<World> {
  /** One line for the documentation and for `GET /scenarios`. */
  readonly summary: string;
  /** Paths that it concerns; all of the service's when left out. */
  readonly concerns?: RegExp;
  /** What can be set beside `requests`, `probability`, `seed` and `path`; every field has a default. */
  readonly settings?: z.ZodObject;
  readonly world?: (world: World, occasion: Occasion) => World;
  /** Answers in place of the service. `Response.error()` stands for a connection that is reset. */
  readonly instead?: (occasion: Occasion) => Response | Promise<Response>;
  /** Its `instead` gives no answer: scenarios that change the answer do not act on the request. */
  readonly withoutAnswer?: true;
  /** Changes the service's answer. Returning the same object means that the scenario did not apply. */
  readonly after?: (answer: Response, occasion: Occasion) => Response | Promise<Response>;
}

export type Scenarios<World> = Readonly<Record<string, Scenario<World>>>;

/** What a scenario does, with its settings as their schema gives them. */
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
    /** What scenarios made of the service's world; left out while none is on. */
    readonly world?: World;
    /** The whole body, where the listener has read it already. */
    readonly body?: Buffer | undefined;
    /** The request's line in the log, for what only the handler sees: the body. */
    readonly entry?: RequestEntry;
  };
}

/** The world that a service answers from. */
export function worldOf<World>(
  env: ServiceEnv<World>['Bindings'] | undefined,
  plainWorld: World,
): World {
  return env?.world ?? plainWorld;
}
