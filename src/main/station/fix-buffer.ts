import { ok, type Result } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import type { Clock } from '#runtime/clock.ts';
import type { StationStore } from './station-store.ts';

const writeIntervalMs = 30 * 60_000;
/** Largest number of buffered fixes, reached only while the disk refuses writes. A fit uses no more fixes than this. */
const maxBufferedFixes = 3000;

/**
 * Buffers fixes and the orbit in memory, so that a poll does not wake a sleeping disk. The whole buffer is written when
 * a fix arrives at least 30 minutes after the oldest entry; the new fix stays in the buffer, because its orbit is not
 * fitted yet. If the app is killed, the fixes of up to half an hour are lost.
 */
export class FixBuffer {
  readonly #store: StationStore;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #fixes: Fix[] = [];
  /** The newest orbit; null: none was fitted in this run. */
  #orbit: FittedOrbit | null = null;
  /**
   * Monotonic time of the oldest entry, or of the last failed write if that is later; null while the buffer is empty.
   */
  #since: number | null = null;

  constructor(store: StationStore, clock: Pick<Clock, 'monotonic'>) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The newest `limit` fixes of store and buffer, oldest first. */
  fixes(limit: number): readonly Fix[] {
    return [...this.#store.fixes(limit), ...this.#fixes].slice(-limit);
  }

  orbit(): FittedOrbit | null {
    return this.#orbit ?? this.#store.orbit();
  }

  saveFix(fix: Fix): void {
    const now = this.#clock.monotonic();
    if (now - (this.#since ?? now) >= writeIntervalMs) this.flush();
    this.#fixes.push(fix);
    if (this.#fixes.length > maxBufferedFixes) this.#fixes.shift();
    this.#since ??= this.#clock.monotonic();
  }

  saveOrbit(orbit: FittedOrbit): void {
    this.#orbit = orbit;
    this.#since ??= this.#clock.monotonic();
  }

  /**
   * Writes the buffered fixes and the newest orbit to the store. Then the buffer has no fixes; after a failure it keeps
   * them.
   */
  flush(): Result<null> {
    if (this.#since === null) return ok(null);
    const result = this.#store.save(this.#fixes, this.#orbit);
    // Wait for another interval after a failure.
    this.#since = result.ok ? null : this.#clock.monotonic();
    if (result.ok) this.#fixes = [];
    return result;
  }
}
