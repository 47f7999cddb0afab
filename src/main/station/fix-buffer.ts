import { ok, type Result } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import type { Clock } from '#runtime/clock.ts';
import type { StationStore } from './ports.ts';

const writeEveryMs = 30 * 60_000;
/** Limit while the disk refuses writes; a fit uses no more fixes than this. */
const maxBuffered = 3000;

export interface FixBuffer extends Pick<StationStore, 'fixes' | 'orbit'> {
  saveFix(fix: Fix): void;
  saveOrbit(orbit: FittedOrbit): void;
  /** Writes what is buffered. After a failure it stays buffered. */
  flush(): Result<null>;
}

/**
 * Buffers fixes and the orbit in memory, so that a poll does not wake a sleeping disk. They are written together when a
 * fix comes 30 minutes after the oldest buffered one; that fix itself stays in the buffer, because its orbit is not
 * fitted yet. An app that is killed loses half an hour of fixes and has to poll them again.
 */
export function createFixBuffer(store: StationStore, clock: Clock): FixBuffer {
  let fixes: Fix[] = [];
  let orbit: FittedOrbit | null = null;
  /** Monotonic time of the oldest entry; null: the buffer is empty. */
  let since: number | null = null;

  function flush(): Result<null> {
    if (since === null) return ok(null);
    const saved = store.save(fixes, orbit);
    // After a failure wait another interval.
    since = saved.ok ? null : clock.monotonic();
    if (saved.ok) {
      fixes = [];
      orbit = null;
    }
    return saved;
  }

  return {
    fixes: (limit) => [...store.fixes(limit), ...fixes].slice(-limit),
    orbit: () => orbit ?? store.orbit(),
    saveFix(fix) {
      if (since !== null && clock.monotonic() - since >= writeEveryMs) flush();
      fixes.push(fix);
      if (fixes.length > maxBuffered) fixes.shift();
      since ??= clock.monotonic();
    },
    saveOrbit(next) {
      orbit = next;
      since ??= clock.monotonic();
    },
    flush,
  };
}
