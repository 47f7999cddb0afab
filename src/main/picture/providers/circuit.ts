import { z } from 'zod';
import { instantSchema } from '#shared/instant.ts';
import { failureSchema, type Failure } from '#shared/failure.ts';
import { concernsOneDay } from '#shared/picture/day-failures.ts';
import type { Quota } from '#shared/picture/picture.ts';
import type { ProviderName } from '#shared/picture/providers.ts';
import { backoffMs, requestedWaitMs, maxHoldMs } from '#runtime/backoff.ts';

/**
 * The stored failures of a provider, and the wait until the next request.
 *
 *   closed ── 1 or 3 failures in a row ──▶ open ───── time is over ──▶ asked once
 *      ▲                                      ▲                        │     │
 *      │                                      └────── failed ──────────┘     │
 *      └──────────────────────────────── answered ───────────────────────────┘
 *
 * Each failure in a row makes the app's own wait longer, up to a limit; only an answer resets the circuit. Times are
 * milliseconds since the Unix epoch.
 */
export const circuitSchema = z.object({
  /** The number of failures in a row. */
  failures: z.number().int().nonnegative(),
  /** The last failure, until the provider answers again. */
  failure: failureSchema.nullable(),
  /** The time of the last failure; null if there was none since the last answer. */
  failedAt: z.number().nullable(),
  notBefore: instantSchema.nullable(),
  /**
   * Whether the service itself set `notBefore`. If so, no request is sent before that time, even if the user starts a
   * check.
   */
  setByServer: z.boolean(),
  /** The time of the last answer; null if there was none. */
  answeredAt: z.number().nullable(),
});
export type Circuit = z.infer<typeof circuitSchema>;

export const closedCircuit: Circuit = {
  failures: 0,
  failure: null,
  failedAt: null,
  notBefore: null,
  setByServer: false,
  answeredAt: null,
};

const minuteMs = 60_000;
const dayMs = 24 * 3600_000;
const maxOwnWaitMs = 7 * dayMs;
/** The window of a key's quota: after this time, an exhausted quota is full again. */
const quotaWindowMs = 60 * minuteMs;

/**
 * Whether the provider must not be asked now. Ignores a wait that is too long, or that began in the future: the system
 * clock was wrong.
 */
export const isCircuitOpen = (
  { notBefore, setByServer, failedAt }: Circuit,
  now: number,
): boolean =>
  notBefore !== null &&
  (failedAt ?? 0) <= now &&
  notBefore > now &&
  notBefore - now <= (setByServer ? maxHoldMs : maxOwnWaitMs);

/**
 * Returns the circuit of a provider after a failure. Pure.
 *
 * @param isDataInvalid whether the service answered with invalid data; a quick retry would then fail again
 */
export function circuitAfterFailure(
  circuit: Circuit,
  failure: Failure,
  now: number,
  isDataInvalid = false,
): Circuit {
  if (!isProviderFailure(failure)) return circuit;
  const failures = circuit.failures + 1;
  const serverMs =
    requestedWaitMs(failure, now) ?? (failure.kind === 'quota' ? quotaWindowMs : null);
  const waitMs = serverMs ?? ownWaitMs(failure, failures, isDataInvalid);
  const notBefore = waitMs === null ? null : now + waitMs;
  const { answeredAt } = circuit;
  const isSetByServer = serverMs !== null;
  return { failures, failure, failedAt: now, notBefore, setByServer: isSetByServer, answeredAt };
}

/** Whether the provider caused the failure, and not the network, the disk or the user. */
function isProviderFailure(failure: Failure): boolean {
  switch (failure.kind) {
    case 'offline':
      // Of the failures to connect, a provider causes only a refused connection and a TLS error. Without a network, the
      // connections to all providers fail.
      return failure.reason === 'refused' || failure.reason === 'tls';
    case 'superseded':
    case 'cancelled':
    case 'storage':
    case 'wallpaper':
    case 'invalid-input':
    case 'no-picture':
      return false;
    default:
      return true;
  }
}

function ownWaitMs(failure: Failure, failures: number, fatal: boolean): number | null {
  // The argument `random` is 1: the wait is not shortened at random.
  const doubledMs = (baseMs: number, times: number, capMs: number): number =>
    backoffMs(times + 1, { baseMs, capMs }, 1);
  // A key may be replaced at any time, so ask at least once a day; ask a service that ended at least once a week.
  if (failure.kind === 'key-refused') return doubledMs(60 * minuteMs, failures - 1, dayMs);
  if (failure.kind === 'refused' || fatal)
    return doubledMs(60 * minuteMs, failures - 1, maxOwnWaitMs);
  // A service whose records show a placeholder is being replaced: it will not recover soon.
  if (failure.kind === 'placeholder') return doubledMs(dayMs, failures - 1, maxOwnWaitMs);
  return failures < 3 ? null : doubledMs(15 * minuteMs, failures - 3, dayMs / 4);
}

/** The present status of a provider: its circuit. `notBefore` is null if the provider may be asked now. */
export type ProviderStatus = Circuit & { readonly name: ProviderName };

/**
 * Returns the present status of a provider. Only the legacy service has a key, and with it a quota. Pure.
 *
 * @param reserve the number of requests of the quota that must stay unused
 */
export function providerStatusOf(
  name: ProviderName,
  stored: {
    readonly circuits: Partial<Record<ProviderName, Circuit>>;
    readonly quota: Quota | null;
  },
  now: number,
  reserve = 0,
): ProviderStatus {
  const { circuits, quota } = stored;
  const circuit = circuits[name] ?? closedCircuit;
  if (isCircuitOpen(circuit, now)) return { ...circuit, name };
  const retryAt = (quota?.at ?? 0) + quotaWindowMs;
  const isSpent =
    name === 'legacy' &&
    quota !== null &&
    quota.remaining <= reserve &&
    retryAt > now &&
    quota.at <= now;
  if (!isSpent) return { ...circuit, name, notBefore: null, setByServer: false };
  const failure: Failure = { kind: 'quota', retryAt };
  return { ...circuit, name, failure, failedAt: quota.at, notBefore: retryAt, setByServer: true };
}

/**
 * The status of a provider for a day of the archive: it does not wait because of a wrong answer about the newest day. A
 * service that answers with placeholders is being replaced, and has no other days either. Pure.
 */
export function statusForArchive(status: ProviderStatus): ProviderStatus {
  const { failure } = status;
  const isWrongDay = failure !== null && concernsOneDay(failure) && failure.kind !== 'placeholder';
  return isWrongDay ? { ...status, notBefore: null } : status;
}

/**
 * Returns the providers to ask, in order. If all circuits are open, returns only the provider whose wait ends first.
 * Waits that a service itself set are not cut short: if there are only such waits, returns no provider, and `refused`
 * is the failure of the wait that ends first. Pure.
 */
export function chooseProviders<S extends { readonly name: ProviderName }>(
  sources: readonly S[],
  statuses: readonly ProviderStatus[],
): { readonly asked: readonly S[]; readonly refused: Failure | null } {
  const askableSources = sources.filter((_, index) => statuses[index]?.notBefore === null);
  if (askableSources.length > 0) return { asked: askableSources, refused: null };
  const breakableStatuses = statuses.filter(({ setByServer }) => !setByServer);
  const firstStatus = firstWaitToEnd(breakableStatuses);
  if (firstStatus === null)
    return { asked: [], refused: firstWaitToEnd(statuses)?.failure ?? null };
  return { asked: sources.filter(({ name }) => name === firstStatus.name), refused: null };
}

/** The earliest time at which one of the providers may be asked; null: now. */
export function earliestRetry(statuses: readonly ProviderStatus[]): {
  at: number | null;
  setByServer: boolean;
} {
  if (statuses.some(({ notBefore }) => notBefore === null)) return { at: null, setByServer: false };
  const firstStatus = firstWaitToEnd(statuses);
  return {
    at: firstStatus?.notBefore ?? null,
    setByServer: statuses.every(({ setByServer }) => setByServer),
  };
}

const firstWaitToEnd = (statuses: readonly ProviderStatus[]): ProviderStatus | null =>
  [...statuses].sort((a, b) => (a.notBefore ?? 0) - (b.notBefore ?? 0))[0] ?? null;
