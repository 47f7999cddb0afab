import type { Failure } from '#shared/failure.ts';
import { backoffMs } from '#runtime/backoff.ts';

/**
 * How often the service is asked while it fails.
 *
 *   closed ── a long run of 5xx ──▶ open ── its time is over, or a person asks ──▶ one request
 *      ▲                             ▲                                              │      │
 *      │                             └──────────────── it failed ───────────────────┘      │
 *      └──────────────────────────────────────── it was answered ──────────────────────────┘
 *
 * Requests go one at a time and the loop ends with the first that fails, so that "half open" needs no state.
 */
export interface Circuit {
  /** Failures in a row, of any kind. */
  readonly failures: number;
  /** Of these, the latest ones that were a 5xx. */
  readonly troubles: number;
}

export const closedCircuit: Circuit = { failures: 0, troubles: 0 };

export const afterTrouble = ({ failures, troubles }: Circuit, failure: Failure): Circuit => ({
  failures: failures + 1,
  troubles: failure.kind === 'unavailable' ? troubles + 1 : 0,
});

/** A run of this many 5xx opens the circuit. */
const longRun = 8;
const closedWaits = { baseMs: 5_000, capMs: 60_000 };
const openWaits = { baseMs: 5 * 60_000, capMs: 30 * 60_000 };

/** Milliseconds until the next request. `random` is in [0, 1). */
export const waitMs = ({ failures, troubles }: Circuit, random: number): number =>
  troubles < longRun
    ? backoffMs(failures, closedWaits, random)
    : backoffMs(troubles - longRun + 1, openWaits, random);
