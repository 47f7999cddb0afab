import type { Failure } from '#shared/failure.ts';
import type { PictureRecord } from '#shared/picture/picture.ts';
import { describeFailure, tryingAgain } from '#shared/words.ts';
import { backoffMs } from '#runtime/backoff.ts';
import type { NextRound } from '#runtime/poller.ts';
import { nextEasternMidnight } from './eastern.ts';

/** How a look for the picture of the day ended. */
export type Outcome =
  | { readonly kind: 'have-today'; readonly mediaType: PictureRecord['mediaType'] }
  /** The service answers, and its newest day is not today's yet. */
  | { readonly kind: 'not-published'; readonly attempt: number }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly attempt: number;
      /** When a provider may be asked again, milliseconds since the Unix epoch; null: at any time. */
      readonly retryAt: number | null;
      /** Before then not even a person may have it asked. */
      readonly bound: boolean;
    };

/** A late picture may take hours: asking more often than this only uses up the key's quota. */
const late = { baseMs: 20 * 60_000, capMs: 2 * 3600_000 };
const trouble = { baseMs: 10_000, capMs: 30 * 60_000 };

/**
 * When to look next, and why. Pure.
 *
 * @param now milliseconds since the Unix epoch
 * @param random in [0, 1)
 * @param firstLookMs when the first look of a day is, milliseconds after its midnight in US Eastern
 */
export function planNextLook(
  outcome: Outcome,
  now: number,
  random: number,
  firstLookMs: number,
): NextRound {
  switch (outcome.kind) {
    case 'have-today':
      return {
        delayMs: nextEasternMidnight(now) - now + firstLookMs,
        reason: todayInWords(outcome.mediaType),
      };
    case 'not-published':
      return {
        delayMs: backoffMs(outcome.attempt, late, random),
        reason: 'today’s picture is not published yet',
      };
    case 'failed': {
      const { failure, attempt, retryAt, bound } = outcome;
      const restMs = retryAt === null ? null : Math.max(retryAt - now, 0);
      const pace = failure.kind === 'not-found' ? late : trouble;
      return {
        delayMs: Math.max(restMs ?? 0, backoffMs(attempt, pace, random)),
        holdMs: bound ? restMs : null,
        reason: tryingAgain(failure),
      };
    }
  }
}

const todayInWords = (mediaType: PictureRecord['mediaType']): string =>
  mediaType === 'image'
    ? 'today’s picture is here'
    : describeFailure({ kind: 'no-picture', mediaType });
