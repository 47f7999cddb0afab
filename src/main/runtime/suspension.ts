import type { SuspensionState } from '#shared/app.ts';
import type { PauseLength } from '#shared/wallpaper/selection.ts';
import type { ServiceName } from '#shared/state.ts';
import { until } from '#shared/time-words.ts';
import type { StateHolder } from './app-state.ts';
import { guarded } from './defects.ts';
import type { Clock } from './clock.ts';

/** When the app asks nothing of a service. */
export interface Gate {
  /** Why a service is not asked at present, in words for a person; null when it may be. */
  closed(service: ServiceName): string | null;
  /** Told after each change whether the app rests now, and whether a person decided so. Returns its unsubscribe. */
  onChange(listener: (change: SuspensionChange) => void): () => void;
}

export const openGate: Gate = { closed: () => null, onChange: () => () => undefined };

/** What of it outlives a restart. What the disk refuses holds at least for this run. */
export interface SuspensionMemory {
  paused(): SuspensionState['paused'];
  remember(paused: SuspensionState['paused']): void;
}

export interface Suspension extends Gate {
  readonly isPaused: boolean;
  pause(length: PauseLength): void;
  resume(): void;
  /** The machine slept, or the clock was set: a pause that is over by now ends. */
  wake(): void;
  /** What the system says of itself. */
  power(power: SuspensionState['power']): void;
  dispose(): Promise<void>;
}

export interface SuspensionChange {
  /** Whether anything is held back. */
  readonly rests: boolean;
  readonly by: 'person' | 'system';
}

interface SuspensionOptions {
  readonly clock: Clock;
  readonly state: StateHolder;
  readonly memory: SuspensionMemory;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Holds what keeps the app from asking: a pause that the person wishes, a machine that sleeps, a locked screen.
 *
 *   paused   null ──pause──▶ a time ──its end, or resume──▶ null          over restarts
 *                  └──────▶ 'indefinite' ──resume──▶ null
 *   power    awake ◀──▶ locked ◀──▶ asleep                                as the system says
 */
export function createSuspension({
  clock,
  state,
  memory,
  onDefect,
}: SuspensionOptions): Suspension {
  const listeners = new Set<(change: SuspensionChange) => void>();
  const stop = new AbortController();
  let pauseEnds: AbortController | null = null;
  /** When the wait for it is over; monotonic. */
  let endsAt = Infinity;
  let waiting: Promise<void> = Promise.resolve();
  let suspension: SuspensionState = {
    paused: stillPaused(memory.paused(), clock.now()),
    power: 'awake',
  };

  const isPaused = (): boolean => stillPaused(suspension.paused, clock.now()) !== null;

  function become(next: Partial<SuspensionState>, by: SuspensionChange['by']): void {
    suspension = { ...suspension, ...next };
    state.update(() => ({ suspension }));
    const change = { rests: isPaused() || suspension.power !== 'awake', by };
    for (const listener of listeners) guarded(onDefect, listener)(change);
  }

  function setPaused(
    paused: SuspensionState['paused'],
    by: SuspensionChange['by'] = 'person',
  ): void {
    memory.remember(paused);
    become({ paused }, by);
    awaitEnd();
  }

  /** What counts the time to the end may have stood still meanwhile. Never puts the end off. */
  function wake(): void {
    const { paused } = suspension;
    if (typeof paused !== 'number') return;
    if (!isPaused()) setPaused(null, 'system');
    else if (clock.monotonic() + paused - clock.now() < endsAt) awaitEnd();
  }

  function awaitEnd(): void {
    pauseEnds?.abort();
    if (typeof suspension.paused !== 'number') return;
    pauseEnds = new AbortController();
    const either = AbortSignal.any([stop.signal, pauseEnds.signal]);
    const leftMs = Math.max(suspension.paused - clock.now(), 0);
    endsAt = clock.monotonic() + leftMs;
    waiting = clock
      .sleep(leftMs, either)
      .then((slept) => {
        if (slept) setPaused(null);
      })
      .catch(onDefect);
  }

  // What is over must not come back when its time comes, after a clock that was ahead.
  if (suspension.paused !== memory.paused()) memory.remember(suspension.paused);
  state.update(() => ({ suspension }));
  awaitEnd();

  return {
    get isPaused() {
      return isPaused();
    },
    closed(service) {
      if (isPaused()) return pausedWords(suspension.paused, clock.now());
      if (suspension.power === 'asleep') return 'the computer sleeps';
      // What was written is sent all the same; nobody looks at the rest.
      return suspension.power === 'locked' && service !== 'posts' ? 'the screen is locked' : null;
    },
    pause: (length) => setPaused(endOf(length, clock.now())),
    resume: () => setPaused(null),
    wake,
    power(power) {
      if (power === suspension.power) return;
      // On the way back from sleep.
      wake();
      become({ power }, 'system');
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async dispose() {
      stop.abort();
      await waiting;
    },
  };
}

/** The longest pause that has an end: a day on which summer time ends. */
const longestMs = 25 * 3600_000;

/** A pause that is over is none, and neither is one that a wrong clock has put far away. */
const stillPaused = (paused: SuspensionState['paused'], now: number): SuspensionState['paused'] =>
  typeof paused === 'number' && (paused <= now || paused - now > longestMs) ? null : paused;

/** `now` and the answer are in milliseconds since the Unix epoch. */
export function endOf(length: PauseLength, now: number): NonNullable<SuspensionState['paused']> {
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  return { hour: now + 3600_000, today: midnight.getTime(), indefinite: 'indefinite' as const }[
    length
  ];
}

const pausedWords = (paused: SuspensionState['paused'], now: number): string =>
  typeof paused === 'number' ? `paused until ${until(paused, now)}` : 'paused until you resume';
