import { m } from '#words';
import type { Activity, AppState, ServiceName } from '#shared/state.ts';
import { holdEndOf, isStanding } from '#shared/status/standing.ts';
import { waitSentence } from '#shared/status/status-of-service.ts';
import { untilInWords, untilTime } from '#shared/time-words.ts';

/** What a check that the user asked for has shown about one service. */
export interface CheckResult {
  readonly tone: 'good' | 'bad' | 'calm';
  /** One sentence. */
  readonly words: string;
  /** False while the answer of the service is still expected. */
  readonly isFinal: boolean;
}

/**
 * The result of a check of one service. `start` is its activity when the check began; `now` in milliseconds since the
 * Unix epoch.
 */
export function checkResultOf(
  { activities }: Pick<AppState, 'activities'>,
  name: ServiceName,
  start: Activity,
  now: number,
): CheckResult {
  const activity = activities[name];
  const { lastSuccessAt, lastFailure, next } = activity;
  if (lastFailure !== null && lastFailure.at !== start.lastFailure?.at && isStanding(activity))
    return finalResult('bad', m.status_failed_at({ when: untilInWords(lastFailure.at, now) }));
  if (lastSuccessAt !== null && lastSuccessAt !== start.lastSuccessAt)
    return finalResult(
      'good',
      m.status_view_result_answered({ when: untilInWords(lastSuccessAt, now) }),
    );
  if (name === 'posts' && next.at === null)
    return finalResult(
      'calm',
      next.reason === 'posts-none' ? m.status_view_result_nothing_due() : waitSentence(activity),
    );
  const holdEnd = holdEndOf(activity, now);
  if (holdEnd !== null)
    return finalResult('calm', m.status_view_result_held({ until: untilTime(holdEnd, now) }));
  return { tone: 'calm', words: m.status_view_result_asking(), isFinal: false };
}

const finalResult = (tone: CheckResult['tone'], words: string): CheckResult => ({
  tone,
  words,
  isFinal: true,
});
