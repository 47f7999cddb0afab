import { z } from 'zod';
import { instantSchema } from '#shared/instant.ts';
import { failureSchema, type Failure } from '#shared/failure.ts';

/**
 * The stored status of a provider that fails.
 *
 *   closed ── failed (once, or thrice) ──▶ resting ── time is over ──▶ asked once
 *      ▲                                      ▲                        │     │
 *      │                                      └────── failed ──────────┘     │
 *      └──────────────────────────────── answered ───────────────────────────┘
 *
 * Each failure in a row makes the rest longer; the circuit needs no reset. Times are milliseconds since the Unix epoch.
 */
export const circuitSchema = z.object({
  /** Failures in a row. */
  failures: z.number().int().nonnegative(),
  failure: failureSchema.nullable(),
  /** The time of the last failure; null if there was none, or it was not stored. */
  failedAt: z.number().nullable().default(null),
  restsUntil: instantSchema.nullable(),
  /** The service itself set `restsUntil`. */
  bound: z.boolean(),
  /** The time of the last answer; null if there was none, or it was not stored. */
  answeredAt: z.number().nullable().default(null),
});
export type Circuit = z.infer<typeof circuitSchema>;

export const closed: Circuit = {
  failures: 0,
  failure: null,
  failedAt: null,
  restsUntil: null,
  bound: false,
  answeredAt: null,
};

const minute = 60_000;
const day = 24 * 3600_000;
const longestMs = 7 * day;
/** The longest wait that a service may ask for. */
const longestBoundMs = day;

/** Whether the provider must not be asked now. Ignores rests too far in the future: the system clock was wrong. */
export const isResting = ({ restsUntil, bound }: Circuit, now: number): boolean =>
  restsUntil !== null &&
  restsUntil > now &&
  restsUntil - now <= (bound ? longestBoundMs : longestMs);

/**
 * Pure.
 *
 * @param fatal the service answered with invalid data: a quick retry would not help
 */
export function afterFailure(
  circuit: Circuit,
  failure: Failure,
  now: number,
  fatal = false,
): Circuit {
  if (!isItsOwn(failure)) return circuit;
  const failures = circuit.failures + 1;
  const wished = wishedRestMs(failure, now);
  const restMs = wished ?? ownRestMs(failure, failures, fatal);
  const rests = restMs === null ? null : now + restMs;
  const { answeredAt } = circuit;
  const bound = wished !== null;
  return { failures, failure, failedAt: now, restsUntil: rests, bound, answeredAt };
}

/** Whether the provider caused the failure: not the network, the disk or the person. */
function isItsOwn(failure: Failure): boolean {
  switch (failure.kind) {
    case 'offline':
      // Without a network every provider fails; only a refused connection is the provider's failure.
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

/** The wait that the service asks for, in milliseconds. A quota without a time resets within an hour. */
function wishedRestMs(failure: Failure, now: number): number | null {
  if (failure.kind !== 'quota' && failure.kind !== 'unavailable') return null;
  const { retryAt } = failure;
  if (retryAt !== null) return Math.min(Math.max(retryAt - now, 0), longestBoundMs);
  return failure.kind === 'quota' ? 60 * minute : null;
}

function ownRestMs(failure: Failure, failures: number, fatal: boolean): number | null {
  const doubled = (baseMs: number, times: number, capMs: number): number =>
    Math.min(baseMs * 2 ** Math.min(times, 20), capMs);
  // A key may be replaced at any time; a service that is gone is finally asked once a week.
  if (failure.kind === 'key-refused') return doubled(60 * minute, failures - 1, day);
  if (failure.kind === 'refused' || fatal) return doubled(60 * minute, failures - 1, longestMs);
  // A service whose records show a placeholder is being replaced, so it is not expected back soon.
  if (failure.kind === 'placeholder') return doubled(day, failures - 1, longestMs);
  return failures < 3 ? null : doubled(15 * minute, failures - 3, day / 4);
}
