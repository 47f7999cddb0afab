import type { PostsService, Receipt } from '#journal/ports.ts';
import type { Clock } from '#runtime/clock.ts';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { ServiceCondition } from './schedule.ts';

/** A request as the service receives it. A delete has no title. */
export interface ReceivedRequest {
  readonly operation: 'create' | 'replace' | 'delete';
  readonly slot: number | null;
  readonly title: string | null;
}

/** The service, and the network between the app and the service. Both continue when the app ends. */
export class FakeService {
  weather: ServiceCondition = 'up';
  latencyMs = 0;
  /** The accepted requests, in order. */
  readonly taken: ReceivedRequest[] = [];
  /** Called after each accepted request. */
  readonly onTaken: (request: ReceivedRequest) => void;
  /** Called after each request whose result the app cannot know. */
  readonly onDoubt: (request: ReceivedRequest) => void;
  readonly onFault: (fault: string) => void;
  /** The request that is running; null if there is none. */
  underWay: ReceivedRequest | null = null;

  constructor(on: {
    taken: (request: ReceivedRequest) => void;
    doubt: (request: ReceivedRequest) => void;
    fault: (fault: string) => void;
  }) {
    this.onTaken = on.taken;
    this.onDoubt = on.doubt;
    this.onFault = on.fault;
  }

  /** The client of the service for one run of the app. `clock` stops permanently when that run ends. */
  client(clock: Clock): PostsService {
    const ask = async (
      operation: ReceivedRequest['operation'],
      slot: number | null,
      title: string | null,
      signal: AbortSignal,
    ): Promise<Result<Receipt>> => {
      const request: ReceivedRequest = { operation, slot, title };
      if (this.underWay !== null) this.onFault('two requests at once');
      this.underWay = request;
      try {
        const { weather } = this;
        if (!(await clock.sleep(this.latencyMs, signal))) {
          this.onDoubt(request);
          return fail({ kind: 'cancelled' });
        }
        return await this.#answer(request, weather, clock, signal);
      } finally {
        this.underWay = null;
      }
    };
    return {
      create: ({ title }, signal) => ask('create', null, title, signal),
      replace: ({ id, title }, signal) => ask('replace', id, title, signal),
      delete: (id, signal) => ask('delete', id, null, signal),
    };
  }

  async #answer(
    request: ReceivedRequest,
    weather: ServiceCondition,
    clock: Clock,
    signal: AbortSignal,
  ): Promise<Result<Receipt>> {
    const doubtful = (failure: Failure): Result<never> => {
      this.onDoubt(request);
      return fail(failure);
    };
    switch (weather) {
      case 'up':
        this.#take(request);
        return ok({ status: 200, id: request.operation === 'create' ? 101 : null });
      case 'answers-lost':
        this.#take(request);
        return (await clock.sleep(10_000, signal))
          ? doubtful({ kind: 'timeout', stage: 'total', afterMs: 10_000 })
          : doubtful({ kind: 'cancelled' });
      case 'makes-no-sense':
        this.#take(request);
        return doubtful({ kind: 'malformed', detail: 'nonsense' });
      case 'breaks':
        return doubtful({ kind: 'offline', reason: 'reset' });
      case 'down':
        return fail({ kind: 'offline', reason: 'refused' });
      case 'busy':
        return fail({ kind: 'unavailable', status: 503, retryAt: clock.now() + 3600_000 });
      case 'server-error':
        return doubtful({ kind: 'unavailable', status: 500, retryAt: null });
      case 'refuses':
        return fail({ kind: 'refused', status: 400, message: 'no' });
    }
  }

  #take(request: ReceivedRequest): void {
    this.taken.push(request);
    this.onTaken(request);
  }
}
