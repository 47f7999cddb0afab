import { type ClockChange, createClock, type ServiceClock } from './clock.ts';
import { createControlApp, newToken } from './control.ts';
import type { AnswerConnection } from './http/listen.ts';
import { createPictureApp } from './picture/picture-app.ts';
import { createPositionApp } from './position/position-app.ts';
import { bundledElements } from './position/elements.ts';
import type { Elements } from './position/orbit.ts';
import { orbitOf } from './position/orbit.ts';
import { createPostsApp } from './posts/posts-app.ts';
import type { Recording } from './recording.ts';
import { createRequestLog, type RequestLog, type ServiceName } from './request-log.ts';
import { type ScenarioBindings, type Board, createBoard } from './scenarios/board.ts';
import type { WaitSeconds } from './scenarios/definition.ts';
import { tables } from './scenarios/tables.ts';

export interface ServicesOptions {
  /** A key that the picture service accepts in addition to `DEMO_KEY`. */
  readonly key?: string | undefined;
  /** The number of requests an hour for `key`. Default: 1,000. */
  readonly keyLimit?: number | undefined;
  /** The elements of the orbit. Default: the bundled elements. */
  readonly elements?: Elements | undefined;
  /** The start time and the rate of the services' clock. */
  readonly clock?: ClockChange | undefined;
  /** Replaces the system clock. Returns milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
  /** The function with which scenarios wait. Default: they wait in real time. */
  readonly wait?: WaitSeconds | undefined;
  /** The scenarios that are on from the start. Each list has the form of `PUT /scenarios/{service}`. */
  readonly scenarios?: Readonly<Partial<Record<ServiceName, unknown>>> | undefined;
  /** Recorded answers, which replace the answers of the services. Scenarios do not change recorded answers. */
  readonly recording?: Recording | undefined;
  /** The token of the control listener. Default: 32 random hexadecimal digits. */
  readonly controlToken?: string | undefined;
}

/** A service that answers requests without a socket. */
interface Service {
  readonly fetch: (
    request: Request,
    /** The data that the listener has for the request, if a listener is used. */
    connection?: AnswerConnection,
  ) => Response | Promise<Response>;
}

export interface InProcessServices {
  readonly posts: Service;
  readonly position: Service;
  readonly picture: Service;
  readonly control: Service;
  readonly controlToken: string;
  readonly clock: ServiceClock;
  /** Ends all waits of scenarios. */
  readonly stop: () => void;
}

/**
 * Creates the three services and their control, as functions from `Request` to `Response`. The address of a request may
 * have any host. The picture service uses this host in the addresses of its pictures.
 *
 * @throws RangeError for a scenario that does not exist, and for invalid settings of a scenario
 */
export function createServices(options: ServicesOptions = {}): InProcessServices {
  const { key, keyLimit, elements = bundledElements } = options;
  const { controlToken = newToken() } = options;
  const stopController = new AbortController();
  const { signal } = stopController;
  const { now: given, wait } = options;
  const source = given === undefined ? undefined : { wall: given, monotonic: given };
  const clock = createClock(options.clock, source);
  const { now } = clock;
  const log = createRequestLog(now);
  const boards = {
    posts: createBoard({ ...tables.posts, now, signal, wait }),
    position: createBoard({ ...tables.position, now, signal, wait }),
    picture: createBoard({ ...tables.picture, now, signal, wait }),
  };
  for (const name of ['posts', 'position', 'picture'] as const) {
    const result = boards[name].put(options.scenarios?.[name] ?? []);
    if (!result.ok) throw new RangeError(result.message);
  }

  const posts = createPostsApp();
  const position = createPositionApp({ now, orbit: orbitOf(elements) });
  const picture = createPictureApp({ now, key, keyLimit });
  const control = createControlApp({
    token: controlToken,
    clock,
    boards,
    log,
  });
  const { recording } = options;
  return {
    posts: addLogAndScenarios('posts', posts, boards.posts, log, recording),
    position: addLogAndScenarios('position', position, boards.position, log, recording),
    picture: addLogAndScenarios('picture', picture, boards.picture, log, recording),
    control: { fetch: (request) => control.fetch(request) },
    controlToken,
    clock,
    stop: () => stopController.abort(),
  };
}

/** The part of a Hono app that this module uses. */
interface FetchApp<World> {
  readonly fetch: (
    request: Request,
    bindings: ScenarioBindings<World>,
  ) => Response | Promise<Response>;
}

/** Adds the request log, the recorded answers and the scenarios to an app. */
function addLogAndScenarios<World>(
  name: ServiceName,
  app: FetchApp<World>,
  board: Board<World>,
  log: RequestLog,
  recording: Recording | undefined,
): Service {
  return {
    fetch: async (request, connection) => {
      const { pathname, search } = new URL(request.url);
      const entry = log.open(name, request.method, `${pathname}${search}`);
      const answer =
        recording?.(request.method, request.url) ??
        (await board.answer(
          request,
          entry,
          (bindings) => app.fetch(request, bindings),
          connection?.reset,
        ));
      log.settle(entry, answer.status);
      return answer;
    },
  };
}
