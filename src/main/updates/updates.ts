import {
  refuse,
  type UpdateResult,
  type UpdatesOff,
  type UpdateState,
} from '#shared/updates/update.ts';
import { backoffMs } from '#runtime/backoff.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller, type NextRound } from '#runtime/poller.ts';
import type { Updater } from './install/install.ts';
import { nextState, type UpdateEvent, type UpdateStore } from './rules.ts';

export interface UpdatesOptions {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Called before the first check. The signal aborts when the updates are disposed of. */
  readonly loadUpdater: (signal: AbortSignal) => Promise<Updater>;
  readonly store: UpdateStore;
  /** Whether to check once a day. */
  readonly automatic: () => boolean;
  readonly onState: (state: UpdateState) => void;
  /** Quits the app in an orderly way. */
  readonly quit: () => void;
  readonly onDefect: (error: unknown) => void;
}

export type Updates = ReturnType<typeof startUpdates>;

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** Shortest delay of the first automatic check. */
const startDelayMs = 60_000;
/** Spreads the daily checks of many installations over this time. */
const jitterMs = 4 * hourMs;
const retry = { baseMs: hourMs, capMs: dayMs };

/** Updates that are off. */
export function noUpdates(reason: UpdatesOff): Updates {
  const nothing = (): void => undefined;
  return {
    state: { status: 'off', reason },
    check: nothing,
    download: () => Promise.resolve(),
    installOnQuit: nothing,
    installNow: nothing,
    atEnd: () => Promise.resolve(),
    dispose: () => Promise.resolve(),
  };
}

/** Checks for a new version once a day and on request; downloads and installs only on request. */
export function startUpdates(options: UpdatesOptions) {
  const { clock, random, store, onDefect } = options;
  const stop = new AbortController();
  const startDelay = new AbortController();
  let updater: Updater | null = null;
  let state: UpdateState = { status: 'idle', checkedAt: store.read().checkedAt };
  let downloading: Promise<void> = Promise.resolve();
  /** The user asked for a check. */
  let requested = false;
  let failures = 0;
  /** The package was installed or handed to the system, so that it must not be installed again. */
  let installed = false;
  /** The installation ends with the process; null: nothing is left to do then. */
  let finishing: { readonly restart: boolean } | null = null;

  function apply(event: UpdateEvent): void {
    const next = nextState(state, event);
    if (next === state || stop.signal.aborted) return;
    state = next;
    options.onState(state);
  }

  /** Reports a defect, and turns it into a failure. */
  async function attempt<T>(
    kind: 'feed' | 'download',
    step: (updater: Updater) => Promise<UpdateResult<T>>,
  ): Promise<UpdateResult<T>> {
    try {
      updater ??= await options.loadUpdater(stop.signal);
      return await step(updater);
    } catch (error) {
      onDefect(error);
      return refuse({ kind, failure: { kind: 'cancelled' } });
    }
  }

  async function round(): Promise<NextRound> {
    if (!requested && !options.automatic()) return { delayMs: dayMs };
    requested = false;
    if (state.status === 'downloading') return { delayMs: hourMs };
    apply({ kind: 'check' });
    const found = await attempt('feed', (it) => it.check());
    if (stop.signal.aborted) return { delayMs: null };
    const now = clock.now();
    if (!found.ok) {
      store.write({ ...store.read(), askedAt: now });
      apply({ kind: 'check-failed', failure: found.failure });
      failures += 1;
      return { delayMs: backoffMs(failures, retry, random()) };
    }
    store.write({ ...store.read(), askedAt: now, checkedAt: now });
    apply({ kind: 'checked', at: now, release: found.value });
    failures = 0;
    return { delayMs: dayMs + (random() - 0.5) * jitterMs };
  }

  async function download(): Promise<void> {
    const got = await attempt('download', (it) =>
      it.download((bytes) => apply({ kind: 'progress', bytes })),
    );
    if (!got.ok) apply({ kind: 'download-failed', failure: got.failure });
    else apply({ kind: 'downloaded', worksOnQuit: updater?.worksOnQuit === true });
  }

  /** Returns whether the app must quit and finish the installation. */
  function install(): boolean {
    if (state.status !== 'ready' || updater === null || installed) return false;
    const done = updater.install();
    if (!done.ok) {
      apply({ kind: 'install-failed', failure: done.failure });
      return false;
    }
    installed = true;
    done.value?.then((failure) => {
      installed = false;
      apply({ kind: 'install-failed', failure });
    }, onDefect);
    return done.value === null;
  }

  const delayMs = startDelayMs * (1 + random()) + dueIn(store.read().askedAt, clock.now());
  const poller = startPoller({
    clock,
    begin: clock
      .sleep(delayMs, AbortSignal.any([stop.signal, startDelay.signal]))
      .then(() => undefined),
    round,
    onPlan: () => undefined,
    onDefect,
    minGapMs: 5_000,
  });

  return {
    get state() {
      return state;
    },
    /** Checks now. */
    check() {
      requested = true;
      startDelay.abort();
      poller.poke();
    },
    /** Downloads the available release. Resolves when it is ready or has failed. */
    async download() {
      const before = state;
      apply({ kind: 'download' });
      if (state !== before && state.status === 'downloading') downloading = download();
      await downloading;
    },
    /** Chooses whether a ready release is installed when the app quits. */
    installOnQuit: (install: boolean) => apply({ kind: 'on-quit', install }),
    /** Installs a ready release and restarts the app. */
    installNow() {
      if (!install()) return;
      finishing = { restart: true };
      options.quit();
    },
    /** Must be the last step of an orderly quit, after everything is disposed. A quit after an error installs nothing. */
    async atEnd() {
      if (state.status === 'ready' && state.onQuit === 'install' && install())
        finishing = { restart: false };
      if (finishing !== null) await updater?.finish(finishing.restart);
    },
    async dispose() {
      stop.abort();
      await Promise.all([poller.dispose(), downloading]);
    },
  };
}

/** Milliseconds until a day after the last check. Ignores a time in the future: the system clock was set back. */
const dueIn = (askedAt: number | null, now: number): number =>
  askedAt === null || askedAt > now ? 0 : Math.max(askedAt + dayMs - now, 0);
