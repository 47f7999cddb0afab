import type { PostsService, Receipt } from '#journal/ports.ts';
import type { Clock } from '#runtime/clock.ts';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { Weather } from './schedule.ts';

/** What the service was asked, as it sees it: a delete has no title. */
export interface Asked {
  readonly operation: 'create' | 'replace' | 'delete';
  readonly slot: number | null;
  readonly title: string | null;
}

/** The service, and the network before it. It outlives the app. */
export class FakeService {
  weather: Weather = 'up';
  latencyMs = 0;
  /** What it took, in order. */
  readonly taken: Asked[] = [];
  /** Told when it took something, and when an answer is one that leaves it open whether it did. */
  readonly onTaken: (asked: Asked) => void;
  readonly onDoubt: (asked: Asked) => void;
  readonly onFault: (fault: string) => void;
  /** What is under way now. */
  underWay: Asked | null = null;

  constructor(on: {
    taken: (asked: Asked) => void;
    doubt: (asked: Asked) => void;
    fault: (fault: string) => void;
  }) {
    this.onTaken = on.taken;
    this.onDoubt = on.doubt;
    this.onFault = on.fault;
  }

  /** As one life of the app reaches it; `clock` stands still for good when that life ends. */
  client(clock: Clock): PostsService {
    const ask = async (
      operation: Asked['operation'],
      slot: number | null,
      title: string | null,
      signal: AbortSignal,
    ): Promise<Result<Receipt>> => {
      const asked: Asked = { operation, slot, title };
      if (this.underWay !== null) this.onFault('two requests at once');
      this.underWay = asked;
      try {
        const { weather } = this;
        if (!(await clock.sleep(this.latencyMs, signal))) {
          this.onDoubt(asked);
          return fail({ kind: 'cancelled' });
        }
        return await this.#answer(asked, weather, clock, signal);
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
    asked: Asked,
    weather: Weather,
    clock: Clock,
    signal: AbortSignal,
  ): Promise<Result<Receipt>> {
    const doubtful = (failure: Failure): Result<never> => {
      this.onDoubt(asked);
      return fail(failure);
    };
    switch (weather) {
      case 'up':
        this.#take(asked);
        return ok({ status: 200, id: asked.operation === 'create' ? 101 : null });
      case 'answers-lost':
        this.#take(asked);
        return (await clock.sleep(10_000, signal))
          ? doubtful({ kind: 'timeout', stage: 'total', afterMs: 10_000 })
          : doubtful({ kind: 'cancelled' });
      case 'makes-no-sense':
        this.#take(asked);
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

  #take(asked: Asked): void {
    this.taken.push(asked);
    this.onTaken(asked);
  }
}
