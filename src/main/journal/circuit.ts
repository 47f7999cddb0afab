import type { Failure } from '#shared/failure.ts';
import { backoffMs } from '#runtime/backoff.ts';

/**
 * How long the outbox waits while the service fails.
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
  /** How many of them, at the end of the row, were a 5xx. */
  readonly serverErrors: number;
}

export const closedCircuit: Circuit = { failures: 0, serverErrors: 0 };

export const afterFailedRound = (
  { failures, serverErrors }: Circuit,
  failure: Failure,
): Circuit => ({
  failures: failures + 1,
  serverErrors: failure.kind === 'unavailable' ? serverErrors + 1 : 0,
});

/** This many 5xx in a row open the circuit. */
const longRun = 8;
const closedWaits = { baseMs: 5_000, capMs: 60_000 };
const openWaits = { baseMs: 5 * 60_000, capMs: 30 * 60_000 };

/** Milliseconds until the next request. `random` is in [0, 1). */
export const waitMs = ({ failures, serverErrors }: Circuit, random: number): number =>
  serverErrors < longRun
    ? backoffMs(failures, closedWaits, random)
    : backoffMs(serverErrors - longRun + 1, openWaits, random);
