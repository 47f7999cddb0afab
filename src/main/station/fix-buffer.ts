import { ok, type Result } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import type { Clock } from '#runtime/clock.ts';
import type { EstimatorStore, StationStore } from './ports.ts';

/** For how long what came is only in memory. */
const writeEveryMs = 30 * 60_000;
/** While the disk refuses. A fit looks at no more of them. */
const maxBuffered = 3000;

export interface FixBuffer extends EstimatorStore {
  /** Writes what is held; nothing held, nothing written. What the disk refuses is held on. */
  flush(): Result<null>;
}

/**
 * Holds fixes and the orbit in memory, so that a poll writes nothing: a disk that sleeps is left asleep. They are
 * written together once a fix comes 30 minutes after the oldest one held, without that fix: its orbit is not known
 * yet. An app that is killed loses half an hour of fixes, and has to learn them anew.
 */
export function createFixBuffer(store: StationStore, clock: Clock): FixBuffer {
  let fixes: Fix[] = [];
  let orbit: FittedOrbit | null = null;
  /** When the oldest came, monotonic; null: nothing is held. */
  let since: number | null = null;

  function flush(): Result<null> {
    if (since === null) return ok(null);
    const saved = store.save(fixes, orbit);
    // Refused: the next try is as far away as the next write would be.
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
