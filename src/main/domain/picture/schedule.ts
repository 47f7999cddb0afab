import type { Failure } from '../../../shared/failure.ts';
import { backoffMs, retryRound } from '../time/backoff.ts';
import type { NextRound } from '../time/poller.ts';
import { nextEasternMidnight } from './eastern.ts';

/** How a look for the picture of the day ended. */
export type Outcome =
  | { readonly kind: 'have-today' }
  /** The service answers, and its newest day is not today's yet. */
  | { readonly kind: 'not-published'; readonly attempt: number }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly attempt: number };

/** Published shortly after midnight in US Eastern, sometimes hours late. */
const publicationDelayMs = 5 * 60_000;
/** A late picture may take hours: asking more often than this only uses up the key's quota. */
const late = { baseMs: 20 * 60_000, capMs: 2 * 3600_000 };
const trouble = { baseMs: 10_000, capMs: 30 * 60_000 };

/**
 * When to look next, and why. Pure.
 * `now` is in milliseconds since the Unix epoch, `random` in [0, 1).
 */
export function planNextLook(outcome: Outcome, now: number, random: number): NextRound {
  switch (outcome.kind) {
    case 'have-today':
      return {
        delayMs: nextEasternMidnight(now) - now + publicationDelayMs,
        reason: 'today’s picture is here',
      };
    case 'not-published':
      return {
        delayMs: backoffMs(outcome.attempt, late, random),
        reason: 'today’s picture is not published yet',
      };
    case 'failed': {
      const { failure, attempt } = outcome;
      return retryRound(failure, now, retryMs(failure, attempt, random));
    }
  }
}

function retryMs(failure: Failure, attempt: number, random: number): number {
  const retry = backoffMs(attempt, trouble, random);
  switch (failure.kind) {
    case 'quota':
      // Without a word of when, by the hour: the quota's windows are that long.
      return failure.retryAt === null ? Math.max(retry, 3600_000) : retry;
    case 'key-refused':
    case 'refused':
      // Nothing gets better by asking the same again soon.
      return Math.max(retry, 3600_000);
    case 'not-found':
      return backoffMs(attempt, late, random);
    case 'unavailable':
    case 'offline':
    case 'timeout':
    case 'malformed':
    case 'too-large':
    case 'truncated':
    case 'not-an-image':
    case 'no-picture':
    case 'address-refused':
    case 'storage':
    case 'wallpaper':
    case 'invalid-input':
    case 'cancelled':
      return retry;
  }
}
