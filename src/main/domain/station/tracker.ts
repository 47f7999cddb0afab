import { failed, ready } from '../../../shared/remote.ts';
import { startServiceLoop } from '../service-loop.ts';
import type { Surroundings } from '../surroundings.ts';
import { backoffMs, retryRound } from '../time/backoff.ts';
import type { NextRound } from '../time/poller.ts';
import type { PositionSource } from './ports.ts';

/** The service asks for no more than this of one client. */
const watchedMs = 5_000;
/** For the tray's line, while nobody looks at the map. */
const unwatchedMs = 10 * 60_000;
const trouble = { baseMs: watchedMs, capMs: 60_000 };
const calm = { baseMs: 30_000, capMs: 30 * 60_000 };

export interface StationTrackerOptions extends Surroundings {
  readonly source: PositionSource;
}

export interface StationTracker {
  /** Says whether somebody looks at the map. */
  watch(watched: boolean): void;
  /** Asks now, or 5 s after the last time. */
  check(): void;
  dispose(): Promise<void>;
}

/** Polls the position every 5 s while somebody looks, and every 10 minutes otherwise. */
export function startStationTracker(options: StationTrackerOptions): StationTracker {
  const { clock, random, source, state } = options;
  let watched = false;
  let attempt = 0;

  async function round(signal: AbortSignal): Promise<NextRound> {
    const fix = await source.fetch(signal);
    const now = clock.now();
    if (fix.ok) {
      attempt = 0;
      state.noteOutcome('position', now, null);
      state.update(() => ({ station: ready(fix.value, now) }));
      return watched
        ? { delayMs: watchedMs, reason: 'the map is on screen' }
        : { delayMs: unwatchedMs, reason: 'nobody looks at the map' };
    }
    const { failure } = fix;
    attempt += 1;
    if (failure.kind !== 'cancelled') {
      state.noteOutcome('position', now, failure);
      state.update(({ station }) => ({ station: failed(station, failure, now) }));
    }
    return retryRound(failure, now, backoffMs(attempt, watched ? trouble : calm, random()));
  }

  const poller = startServiceLoop(options, 'position', watchedMs, round);
  return {
    watch(now) {
      const began = now && !watched;
      watched = now;
      if (began) poller.poke();
    },
    check: () => poller.poke(),
    dispose: () => poller.dispose(),
  };
}
