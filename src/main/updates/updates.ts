import {
  refuse,
  type Release,
  type UpdateResult,
  type UpdatesOff,
  type UpdateState,
} from '#shared/updates/update.ts';
import { backoffMs } from '#runtime/backoff.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller, type NextRound } from '#runtime/poller.ts';
import { look, type Found, type Look } from './look.ts';
import { nextState, type UpdateEvent } from './machine.ts';
import type { UpdateInstaller, UpdateNotebook, VerifiedRelease } from './ports.ts';

export interface UpdatesOptions extends Omit<Look, 'seen' | 'now'> {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly installer: UpdateInstaller;
  readonly notebook: UpdateNotebook;
  /** Told each new state, at once. The first one is `state`. */
  readonly onState: (state: UpdateState) => void;
  /** Ends the app in an orderly way: the new version has taken the old one's place, and starts afterwards. */
  readonly quit: () => void;
  /** Whether to look once a day unasked. */
  readonly automatic: () => boolean;
  readonly onDefect: (error: unknown) => void;
}

export interface Updates {
  readonly state: UpdateState;
  /** Looks now. */
  check(): void;
  /** Brings the release here that is available. Resolves when it is ready, or has failed. */
  download(): Promise<void>;
  /** Whether what is ready takes its place when the app ends by itself. */
  installOnQuit(install: boolean): void;
  /** Puts what is ready in its place and restarts the app. */
  installNow(): void;
  /** To be called as the last thing of an orderly end, after `dispose`. An end in trouble installs nothing. */
  atEnd(): void;
  dispose(): Promise<void>;
}

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** After the start the app has better things to do. */
const settleMs = 60_000;
/** From half of this before a day is over to half of it after, so that installations do not come all at once. */
const jitterMs = 4 * hourMs;
const retry = { baseMs: hourMs, capMs: dayMs };
const minGapMs = 5_000;

/** Updates that never come: nothing is asked of anybody. */
export function noUpdates(reason: UpdatesOff): Updates {
  const nothing = (): void => undefined;
  return {
    state: { status: 'off', reason },
    check: nothing,
    download: () => Promise.resolve(),
    installOnQuit: nothing,
    installNow: nothing,
    atEnd: nothing,
    dispose: () => Promise.resolve(),
  };
}

/** Looks for a new version once a day and when asked; brings and installs it only when the person says so. */
export function startUpdates(options: UpdatesOptions): Updates {
  const { clock, random, installer, notebook, onState, onDefect } = options;
  const stop = new AbortController();
  let state: UpdateState = { status: 'idle', checkedAt: notebook.read().checkedAt };
  /** What `state.release` stands for. */
  let verified: VerifiedRelease | null = null;
  let downloading: Promise<void> = Promise.resolve();
  /** Asked for by hand: the app does not wait for its day, nor for the calm after the start. */
  let wanted = false;
  const calm = new AbortController();
  let isFirst = true;
  let failures = 0;
  /** Where what was ready went; null: it is still to be installed. */
  let installed: 'in-place' | 'taken-over' | null = null;

  function happen(event: UpdateEvent): void {
    const next = nextState(state, event);
    if (next === state) return;
    state = next;
    onState(state);
  }

  function settleLook(looked: UpdateResult<Found>): void {
    const memory = notebook.read();
    const now = clock.now();
    if (!looked.ok) {
      notebook.write({ ...memory, askedAt: now });
      happen({ kind: 'check-failed', trouble: looked.failure });
      return;
    }
    const { release, seen } = looked.value;
    notebook.write({ seen, askedAt: now, checkedAt: now });
    // What is ready belongs to the release that it was downloaded for, until a newer one takes its place.
    const isOther = state.status === 'checking' || release?.version !== verified?.version;
    if (release !== null && isOther) verified = release;
    happen({ kind: 'checked', at: now, release: release === null ? null : shown(release) });
  }

  async function round(signal: AbortSignal): Promise<NextRound> {
    const { askedAt, seen } = notebook.read();
    // A day is a day also for somebody who starts the app anew each morning.
    const early = isFirst ? dueIn(askedAt, clock.now()) : 0;
    isFirst = false;
    if (!wanted && !options.automatic()) return { delayMs: dayMs, reason: 'only when asked' };
    if (!wanted && early > 0) return { delayMs: early + random() * jitterMs, reason: 'once a day' };
    wanted = false;
    if (state.status === 'downloading')
      return { delayMs: hourMs, reason: 'a download is under way' };
    happen({ kind: 'check' });
    const looked = await look({ ...options, seen, now: () => clock.now() }, signal).catch(
      (error: unknown) => {
        onDefect(error);
        return refuse({ kind: 'feed', failure: { kind: 'cancelled' } });
      },
    );
    if (signal.aborted) return { delayMs: null, reason: 'the app ends' };
    settleLook(looked);
    failures = looked.ok ? 0 : failures + 1;
    if (looked.ok) return { delayMs: dayMs + (random() - 0.5) * jitterMs, reason: 'once a day' };
    return { delayMs: backoffMs(failures, retry, random()), reason: 'after a failure' };
  }

  async function bring(release: VerifiedRelease): Promise<void> {
    const onProgress = (bytes: number): void => happen({ kind: 'progress', bytes });
    const brought = await installer
      .download(release, onProgress, stop.signal)
      .catch((error: unknown) => {
        onDefect(error);
        return refuse({ kind: 'download', failure: { kind: 'cancelled' } });
      });
    if (stop.signal.aborted) return;
    happen(
      brought.ok
        ? { kind: 'downloaded', worksOnQuit: installer.worksOnQuit }
        : { kind: 'download-failed', trouble: brought.failure },
    );
  }

  function install(restart: boolean): void {
    if (state.status !== 'ready' || verified === null || installed !== null) return;
    const done = installer.install(verified, { restart });
    if (!done.ok) {
      happen({ kind: 'install-failed', trouble: done.failure });
      return;
    }
    installed = done.value === null ? 'in-place' : 'taken-over';
    done.value?.then((trouble) => {
      installed = null;
      if (!stop.signal.aborted) happen({ kind: 'install-failed', trouble });
    }, onDefect);
  }

  const poller = startPoller({
    clock,
    begin: clock
      .sleep(settleMs * (1 + random()), AbortSignal.any([stop.signal, calm.signal]))
      .then(() => undefined),
    round,
    onPlan: () => undefined,
    onDefect,
    minGapMs,
  });

  return {
    get state() {
      return state;
    },
    check() {
      wanted = true;
      calm.abort();
      poller.poke();
    },
    async download() {
      const before = state;
      happen({ kind: 'download' });
      if (state !== before && state.status === 'downloading' && verified !== null)
        downloading = bring(verified);
      await downloading;
    },
    installOnQuit: (wish) => happen({ kind: 'on-quit', install: wish }),
    installNow() {
      install(true);
      // What takes it over needs the app for a while, and ends it by itself.
      if (installed === 'in-place') options.quit();
    },
    atEnd() {
      if (state.status === 'ready' && state.onQuit === 'install') install(false);
    },
    async dispose() {
      stop.abort();
      await Promise.all([poller.dispose(), downloading]);
    },
  };
}

/** Milliseconds until a day has passed since the feed was asked; a time in the future is a clock set back. */
function dueIn(askedAt: number | null, now: number): number {
  return askedAt === null || askedAt > now ? 0 : Math.max(askedAt + dayMs - now, 0);
}

const shown = ({ version, notes, releasedAt, file }: VerifiedRelease): Release => ({
  version,
  notes,
  releasedAt,
  bytes: file.size,
});
