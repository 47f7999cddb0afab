import type { Failure } from '#shared/failure.ts';
import { concernsOneDay } from '#shared/picture/day-failures.ts';
import type { PictureRecord } from '#shared/picture/picture.ts';
import type { WaitReason } from '#shared/state.ts';
import { backoffMs } from '#runtime/backoff.ts';
import type { NextRound } from '#runtime/poller.ts';
import { nextEasternMidnight } from './eastern.ts';

/** How a check for the picture of the day ended. */
export type CheckOutcome =
  | { readonly kind: 'have-today'; readonly mediaType: PictureRecord['mediaType'] }
  /** The services answer, but their newest day is not today. */
  | { readonly kind: 'not-published'; readonly attempt: number }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly attempt: number;
      /** The time at which a provider may be asked again, milliseconds since the Unix epoch; null: any time. */
      readonly retryAt: number | null;
      /**
       * Whether the services set `retryAt`. If so, not even a check started by the user sends a request before that
       * time.
       */
      readonly setByServer: boolean;
    };

const minuteMs = 60_000;
/**
 * The first check of a day, counted from midnight in US Eastern. The services publish at 00:05; the random delay
 * spreads all installations over 75 minutes, so that the busiest minutes stay below ten times the mean of the day (in a
 * simulation of a million installations).
 */
const firstCheckTimes = { earliestMs: 6 * minuteMs, spreadMs: 75 * minuteMs };
/** The back-off while today's picture is late, often by hours; more checks would use up the quota of the key. */
const lateBackoff = { baseMs: 20 * minuteMs, capMs: 120 * minuteMs };
/** The back-off after failures of a service, which often last for minutes or hours. */
const serviceBackoff = { baseMs: 20 * minuteMs, capMs: 120 * minuteMs };
/** The back-off after all other failures, such as a network that is not up yet. */
const errorBackoff = { baseMs: 10_000, capMs: 30 * minuteMs };

/**
 * Returns when to check next, and why. Pure.
 *
 * @param now the present time, in milliseconds since the Unix epoch
 * @param random in [0, 1)
 */
export function planNextCheck(outcome: CheckOutcome, now: number, random: number): NextRound {
  switch (outcome.kind) {
    case 'have-today':
      return {
        delayMs:
          nextEasternMidnight(now) -
          now +
          firstCheckTimes.earliestMs +
          random * firstCheckTimes.spreadMs,
        reason: arrivalReasons[outcome.mediaType],
      };
    case 'not-published':
      return {
        delayMs: backoffMs(outcome.attempt, lateBackoff, random),
        reason: 'picture-unpublished',
      };
    case 'failed': {
      const { failure, attempt, retryAt, setByServer } = outcome;
      const restMs = Math.max((retryAt ?? now) - now, 0);
      return {
        delayMs: Math.max(restMs, backoffMs(attempt, backoffAfterFailure(failure), random)),
        holdMs: setByServer ? restMs : null,
        reason: 'retrying',
      };
    }
  }
}

function backoffAfterFailure(failure: Failure): typeof errorBackoff {
  const { kind } = failure;
  // A wrong record or a wrong file stays wrong until the service corrects it; a transfer that broke off may succeed
  // soon.
  const isWrongAnswer = concernsOneDay(failure) && kind !== 'truncated';
  return kind === 'unavailable' || isWrongAnswer ? serviceBackoff : errorBackoff;
}

const arrivalReasons: Readonly<Record<PictureRecord['mediaType'], WaitReason>> = {
  image: 'picture-here',
  video: 'picture-video',
  other: 'picture-none',
};
