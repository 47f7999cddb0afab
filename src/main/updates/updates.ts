import {
  refusedUpdate,
  type UpdateResult,
  type UpdateRecord,
  type UpdatesOff,
  type UpdateState,
} from '#shared/updates/update.ts';
import { backoffMs } from '#runtime/backoff.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller, type NextRound } from '#runtime/poller.ts';
import type { InstallingUpdater } from './install/install.ts';
import type { StoredValue } from '#runtime/value.ts';
import { reportDefect } from '#runtime/defects.ts';
import { nextUpdateState, type UpdateEvent } from './rules.ts';

/**
 * Finds releases, and installs them if it has more functions than `check`. Otherwise the user installs a release, and
 * it is never downloaded.
 */
export type Updater = Pick<InstallingUpdater, 'check'> & Partial<InstallingUpdater>;

export interface UpdatesOptions {
  readonly clock: Clock;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  /** Called before the first check. The signal aborts when the updates are disposed of. */
  readonly loadUpdater: (signal: AbortSignal) => Promise<Updater>;
  readonly record: StoredValue<UpdateRecord>;
  /** Whether to check once a day. */
  readonly automatic: () => boolean;
  readonly onState: (state: UpdateState) => void;
  readonly quit: () => void;
}

export type Updates = ReturnType<typeof startUpdates>;

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** The shortest delay of the first automatic check, in milliseconds. */
const startDelayMs = 60_000;
/** The daily checks of many installations are spread over this time, in milliseconds. */
const jitterMs = 4 * hourMs;
const retryBackoff = { baseMs: hourMs, capMs: dayMs };

export function disabledUpdates(reason: UpdatesOff): Updates {
  const doNothing = (): void => undefined;
  return {
    state: { status: 'off', reason },
    check: doNothing,
    download: () => Promise.resolve(),
    installOnQuit: doNothing,
    installNow: doNothing,
    atEnd: () => Promise.resolve(),
    dispose: () => Promise.resolve(),
  };
}

/** Checks for a new version once a day and on request; downloads and installs only on request. */
export function startUpdates(options: UpdatesOptions) {
  const { clock, random, record } = options;
  const stop = new AbortController();
  const startDelay = new AbortController();
  const updater = lazyUpdater(options, stop.signal);
  const installation = createInstallation(updater, apply);
  let state: UpdateState = { status: 'idle', checkedAt: record.get().checkedAt };
  let downloadEnd: Promise<void> = Promise.resolve();
  /** Whether the user has asked for a check. */
  let isRequested = false;
  let failureCount = 0;

  function apply(event: UpdateEvent): void {
    const nextState = nextUpdateState(state, event);
    if (nextState === state || stop.signal.aborted) return;
    state = nextState;
    options.onState(state);
  }

  async function round(): Promise<NextRound> {
    if (!isRequested && !options.automatic()) return { delayMs: dayMs };
    isRequested = false;
    if (state.status === 'downloading') return { delayMs: hourMs };
    apply({ kind: 'check' });
    const release = await updater.attempt('feed', (it) => it.check());
    if (stop.signal.aborted) return { delayMs: null };
    const now = clock.now();
    if (!release.ok) {
      record.set({ ...record.get(), askedAt: now });
      apply({ kind: 'check-failed', failure: release.failure });
      failureCount += 1;
      return { delayMs: backoffMs(failureCount, retryBackoff, random()) };
    }
    record.set({ ...record.get(), askedAt: now, checkedAt: now });
    apply({ kind: 'checked', at: now, release: release.value });
    failureCount = 0;
    return { delayMs: dayMs + (random() - 0.5) * jitterMs };
  }

  async function download(): Promise<void> {
    const file = await updater.attempt('download', (it) => {
      if (it.download === undefined) throw new Error('the app cannot install this package');
      return it.download((bytes) => apply({ kind: 'progress', bytes }));
    });
    if (!file.ok) apply({ kind: 'download-failed', failure: file.failure });
    else apply({ kind: 'downloaded', worksOnQuit: updater.loaded?.worksOnQuit === true });
  }

  const delayMs = startDelayMs * (1 + random()) + msUntilDue(record.get().askedAt, clock.now());
  const poller = startPoller({
    clock,
    begin: clock
      .sleep(delayMs, AbortSignal.any([stop.signal, startDelay.signal]))
      .then(() => undefined),
    round,
    onPlan: () => undefined,
    minGapMs: 5_000,
  });

  return {
    get state() {
      return state;
    },
    check() {
      isRequested = true;
      startDelay.abort();
      poller.poke();
    },
    /** Downloads the available release. Resolves when it is ready or has failed. */
    async download() {
      const previousState = state;
      apply({ kind: 'download' });
      if (state !== previousState && state.status === 'downloading') downloadEnd = download();
      await downloadEnd;
    },
    installOnQuit: (install: boolean) => apply({ kind: 'on-quit', install }),
    /** Installs a ready release and restarts the app. */
    installNow() {
      if (state.status === 'ready' && installation.start(true)) options.quit();
    },
    /**
     * Must be the last step of an orderly quit, after all parts are disposed of. A quit after an error installs
     * nothing.
     */
    async atEnd() {
      if (state.status === 'ready' && state.onQuit === 'install') installation.start(false);
      await installation.finish();
    },
    async dispose() {
      stop.abort();
      await Promise.all([poller.dispose(), downloadEnd]);
    },
  };
}

/** The updater; loaded when it is first used. */
function lazyUpdater({ loadUpdater }: UpdatesOptions, signal: AbortSignal) {
  let updater: Updater | null = null;
  return {
    get loaded() {
      return updater;
    },
    /** Runs a step of the updater. Reports a defect, and turns it into a failure. */
    async attempt<T>(
      kind: 'feed' | 'download',
      step: (updater: Updater) => Promise<UpdateResult<T>>,
    ): Promise<UpdateResult<T>> {
      try {
        updater ??= await loadUpdater(signal);
        return await step(updater);
      } catch (error) {
        reportDefect(error);
        return refusedUpdate({ kind, failure: { kind: 'cancelled' } });
      }
    },
  };
}

/**
 * The installation of a release that is ready. It starts once, or again after a failure, and may be completed at the
 * end of the process.
 */
function createInstallation(
  updater: { readonly loaded: Updater | null },
  apply: (event: UpdateEvent) => void,
) {
  /** Whether the package was installed or passed to the system. It must not be installed again then. */
  let isStarted = false;
  /** The step that is left for the end of the process, and whether the app starts again then; null: no step is left. */
  let endStep: { readonly restart: boolean } | null = null;
  return {
    /** Returns whether the app must quit and call `finish`. */
    start(restart: boolean): boolean {
      if (updater.loaded?.install === undefined || isStarted) return false;
      const installResult = updater.loaded.install();
      if (!installResult.ok) {
        apply({ kind: 'install-failed', failure: installResult.failure });
        return false;
      }
      isStarted = true;
      installResult.value?.then((failure) => {
        isStarted = false;
        apply({ kind: 'install-failed', failure });
      }, reportDefect);
      if (installResult.value !== null) return false;
      endStep = { restart };
      return true;
    },
    async finish(): Promise<void> {
      if (endStep !== null) await updater.loaded?.finish?.(endStep.restart);
    },
  };
}

/**
 * Milliseconds until a day after the last check. Ignores the time of the last check if it is in the future, because the
 * system clock was then set back.
 */
const msUntilDue = (askedAt: number | null, now: number): number =>
  askedAt === null || askedAt > now ? 0 : Math.max(askedAt + dayMs - now, 0);
