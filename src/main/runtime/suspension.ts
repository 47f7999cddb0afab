import { z } from 'zod';
import { suspensionSchema, type PauseLength, type SuspensionState } from '#shared/app.ts';
import type { ServiceName } from '#shared/state.ts';
import type { StateHolder } from './app-state.ts';
import { reportingDefects, reportDefect } from './defects.ts';
import type { Clock } from './clock.ts';
import type { StoredValue } from './value.ts';

/** Decides whether the app sends requests. */
export interface RequestGate {
  /** Whether no request may be sent to a service now. */
  isClosed(service: ServiceName): boolean;
  /** Calls the listener after each change. Returns a function that stops these calls. */
  onChange(listener: (change: SuspensionChange) => void): () => void;
}

export const openRequestGate: RequestGate = {
  isClosed: () => false,
  onChange: () => () => undefined,
};

/** The pause that is kept between runs. */
export const storedPauseSchema = z.object({
  paused: suspensionSchema.shape.paused,
  /** The planned length of the pause, in milliseconds; null: without end. */
  lengthMs: z.number().nonnegative().nullable(),
});
export type StoredPause = z.infer<typeof storedPauseSchema>;

export const noStoredPause: StoredPause = { paused: null, lengthMs: null };

export type Suspension = ReturnType<typeof createSuspension>;

export interface SuspensionChange {
  /** Whether requests are suspended. */
  readonly suspended: boolean;
  readonly by: 'user' | 'system';
}

/**
 * Holds back requests while the user has paused them or the computer sleeps; while the screen is locked, holds back all
 * requests but those for posts.
 *
 *   paused   null ──pause──▶ a time ──its end, or resume──▶ null          persisted
 *                  └──────▶ 'indefinite' ──resume──▶ null
 *   power    awake ◀──▶ locked ◀──▶ asleep                                as the system reports
 */
export function createSuspension({
  clock,
  state,
  store,
}: {
  readonly clock: Clock;
  readonly state: StateHolder;
  readonly store: StoredValue<StoredPause>;
}) {
  const listeners = new Set<(change: SuspensionChange) => void>();
  const timer = createWallTimer(clock, () => setPaused(null));
  let suspension: SuspensionState = {
    paused: pauseAfterRestart(store.get(), clock.now()),
    power: 'awake',
  };

  const isPaused = (): boolean => pauseIfCurrent(suspension.paused, clock.now()) !== null;

  function changeSuspension(next: Partial<SuspensionState>, by: SuspensionChange['by']): void {
    suspension = { ...suspension, ...next };
    state.update(() => ({ suspension }));
    const change = { suspended: isPaused() || suspension.power !== 'awake', by };
    for (const listener of listeners) reportingDefects(listener)(change);
  }

  function remember(paused: SuspensionState['paused']): void {
    store.set({ paused, lengthMs: typeof paused === 'number' ? paused - clock.now() : null });
  }

  function setPaused(paused: SuspensionState['paused'], by: SuspensionChange['by'] = 'user'): void {
    remember(paused);
    changeSuspension({ paused }, by);
    awaitEnd();
  }

  /**
   * Ends a pause whose end has passed: the monotonic clock may have stopped during sleep. Never postpones the end of
   * the pause.
   */
  function wake(): void {
    const { paused } = suspension;
    if (typeof paused !== 'number') return;
    if (!isPaused()) setPaused(null, 'system');
    else if (timer.isLate(paused)) awaitEnd();
  }

  function awaitEnd(): void {
    timer.set(typeof suspension.paused === 'number' ? suspension.paused : null);
  }

  // Remove a pause that is over. Otherwise the pause would start again when a clock that was ahead is corrected.
  if (suspension.paused !== store.get().paused) remember(suspension.paused);
  state.update(() => ({ suspension }));
  awaitEnd();

  return {
    get isPaused(): boolean {
      return isPaused();
    },
    isClosed(service: ServiceName): boolean {
      if (isPaused() || suspension.power === 'asleep') return true;
      // Posts are sent even while the screen is locked. The data of the other services cannot be seen then.
      return suspension.power === 'locked' && service !== 'posts';
    },
    pause: (length: PauseLength) => setPaused(endOfPause(length, clock.now())),
    resume: () => setPaused(null),
    /** Call after sleep or a change of the clock: ends a pause whose time has passed. */
    wake,
    /** Call with each power state that the system reports. */
    power(power: SuspensionState['power']) {
      if (power === suspension.power) return;
      // The end of the pause may have passed during sleep.
      wake();
      changeSuspension({ power }, 'system');
    },
    onChange(listener: (change: SuspensionChange) => void) {
      listeners.add(listener);
      return (): void => void listeners.delete(listener);
    },
    dispose: () => timer.dispose(),
  };
}

/** Calls `onEnd` at a given time of the wall clock. */
function createWallTimer(clock: Clock, onEnd: () => void) {
  const stop = new AbortController();
  let waitController: AbortController | null = null;
  /** When the running wait ends, in monotonic milliseconds. */
  let endsAt = Infinity;
  let waitEnd: Promise<void> = Promise.resolve();
  return {
    /**
     * Whether the wall clock reaches `at` before the running wait ends, for example because the wall clock was set, or
     * because the monotonic clock was stopped for some time.
     */
    isLate: (at: number) => clock.monotonic() + at - clock.now() < endsAt,

    /** Starts a wait until `at` in place of the previous wait. Null: only ends the previous wait. */
    set(at: number | null) {
      waitController?.abort();
      if (at === null) return;
      waitController = new AbortController();
      const remainingMs = Math.max(at - clock.now(), 0);
      endsAt = clock.monotonic() + remainingMs;
      waitEnd = clock
        .sleep(remainingMs, AbortSignal.any([stop.signal, waitController.signal]))
        .then((slept) => {
          if (slept) onEnd();
        })
        .catch(reportDefect);
    },

    async dispose() {
      stop.abort();
      await waitEnd;
    },
  };
}

/** The length of the longest pause that has an end: a day of 25 hours, on which daylight saving time ends. */
const maxPauseMs = 25 * 3600_000;

/** The pause, or null if the pause is over or a wrong clock has put its end too far in the future. */
const pauseIfCurrent = (
  paused: SuspensionState['paused'],
  now: number,
): SuspensionState['paused'] =>
  typeof paused === 'number' && (paused <= now || paused - now > maxPauseMs) ? null : paused;

/**
 * The stored pause at the start of the app. The rest of the pause is limited to the stored length, because the stored
 * end was computed with a clock that may have been ahead.
 */
function pauseAfterRestart(
  { paused, lengthMs }: StoredPause,
  now: number,
): SuspensionState['paused'] {
  const latestEnd = lengthMs === null ? Infinity : now + lengthMs;
  return pauseIfCurrent(typeof paused === 'number' ? Math.min(paused, latestEnd) : paused, now);
}

/** The end of a pause that begins at `now`. Both are in milliseconds since the Unix epoch. */
export function endOfPause(
  length: PauseLength,
  now: number,
): NonNullable<SuspensionState['paused']> {
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  return { hour: now + 3600_000, today: midnight.getTime(), indefinite: 'indefinite' as const }[
    length
  ];
}
