import type { Bridge } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/failure.ts';
import type { AppState } from '../../shared/state.ts';
import type { JournalPost } from '../../shared/journal.ts';
import { post, waiting } from './states.ts';

export interface Call {
  readonly channel: string;
  readonly input: unknown;
}

export interface BridgeDouble {
  readonly bridge: Bridge;
  /** Every command but the snapshot, in order. */
  readonly calls: Call[];
  /** What main broadcasts. */
  tell(state: AppState): void;
  /** How many listen to it. */
  listeners(): number;
}

/** What commands answer; all that is not named here works. */
export interface Answers {
  readonly snapshot?: Promise<Result<AppState>>;
  readonly command?: Promise<Result<never>>;
  readonly create?: Promise<Result<JournalPost>>;
}

/** What a defect in main makes of a command. */
export function defect(): Promise<never> {
  const rejected = Promise.reject(new Error('Error invoking remote method'));
  // Else it counts as unhandled until the page asks.
  rejected.catch(() => undefined);
  return rejected;
}

/** Main as a page sees it. Typed as the contract has it: a channel more or less does not compile. */
export function bridgeDouble(state: AppState, answers: Answers = {}): BridgeDouble {
  const calls: Call[] = [];
  const listeners = new Set<(state: AppState) => void>();
  const answer = <T>(channel: string, input: unknown, value: T): Promise<Result<T>> => {
    calls.push({ channel, input });
    return answers.command ?? Promise.resolve(ok(value));
  };
  return {
    bridge: {
      state: {
        snapshot: () => answers.snapshot ?? Promise.resolve(ok(state)),
        changed: (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      picture: {
        check: () => answer('picture.check', null, null),
        setWallpaper: () => answer('picture.setWallpaper', null, null),
        openPage: () => answer('picture.openPage', null, null),
      },
      station: { watch: (input) => answer('station.watch', input, null) },
      journal: {
        create: (input) =>
          answer('journal.create', input, null).then(
            (result) => answers.create ?? (result.ok ? ok(post(input.title, waiting)) : result),
          ),
        publish: () => answer('journal.publish', null, null),
      },
    },
    calls,
    tell: (next) => listeners.forEach((listener) => listener(next)),
    listeners: () => listeners.size,
  };
}
