import { z } from 'zod';
import { instantSchema } from '#shared/instant.ts';
import { failureSchema, type Failure } from '#shared/failure.ts';

/**
 * What is remembered of a provider that fails.
 *
 *   closed ── asked in vain (once, or thrice) ──▶ resting ── time is over ──▶ asked once
 *      ▲                                            ▲                          │     │
 *      │                                            └──── longer ──── in vain ─┘     │
 *      └───────────────────────────────────────────────────────────────── answered ──┘
 *
 * It closes by itself: time alone makes it be asked again. Times are milliseconds since the Unix epoch.
 */
export const circuitSchema = z.object({
  /** In a row. */
  failures: z.number().int().nonnegative(),
  failure: failureSchema.nullable(),
  /** When it failed last; null where it did not, or before this was stored. */
  failedAt: z.number().nullable().default(null),
  restsUntil: instantSchema.nullable(),
  /** The service itself asked to be left alone until then. */
  bound: z.boolean(),
  /** When it answered last; null where it never did, or before this was stored. */
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
/** The longest that a service may send the app away for. */
const longestBoundMs = day;

/** Whether the provider is to be left alone now. A rest that a wrong clock has put far away does not count. */
export const isResting = ({ restsUntil, bound }: Circuit, now: number): boolean =>
  restsUntil !== null &&
  restsUntil > now &&
  restsUntil - now <= (bound ? longestBoundMs : longestMs);

/**
 * Pure.
 *
 * @param fatal the answer came and cannot be trusted: nothing to wait for
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

/** What the network, the disk or a person did is no provider's fault. */
function isItsOwn(failure: Failure): boolean {
  switch (failure.kind) {
    case 'offline':
      // With no network every provider fails alike; only a host that turns the app away is its own fault.
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

/** What the service itself asks for. A quota of which it says nothing more is one of a rolling hour. */
function wishedRestMs(failure: Failure, now: number): number | null {
  if (failure.kind !== 'quota' && failure.kind !== 'unavailable') return null;
  const { retryAt } = failure;
  if (retryAt !== null) return Math.min(Math.max(retryAt - now, 0), longestBoundMs);
  return failure.kind === 'quota' ? 60 * minute : null;
}

function ownRestMs(failure: Failure, failures: number, fatal: boolean): number | null {
  const doubled = (baseMs: number, times: number, capMs: number): number =>
    Math.min(baseMs * 2 ** Math.min(times, 20), capMs);
  // A key may be mended any day; a service that is gone is looked for once a week in the end.
  if (failure.kind === 'key-refused') return doubled(60 * minute, failures - 1, day);
  if (failure.kind === 'refused' || fatal) return doubled(60 * minute, failures - 1, longestMs);
  // A service whose records show a placeholder is being replaced, so it is not expected back soon.
  if (failure.kind === 'placeholder') return doubled(day, failures - 1, longestMs);
  return failures < 3 ? null : doubled(15 * minute, failures - 3, day / 4);
}
