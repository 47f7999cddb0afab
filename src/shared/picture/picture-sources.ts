import { isNoNetwork, networkDownSince } from '../network.ts';
import { providers } from './providers.ts';
import { m } from '#words';
import { failureSentence } from '../failure-words.ts';
import { isStanding } from '../status/standing.ts';
import type { AppState } from '../state.ts';
import { sinceTime, untilInWords } from '../time-words.ts';
import { joinSentences } from '../words.ts';

export interface SourceLine {
  readonly name: string;
  readonly words: string;
}

/**
 * The status of each source, in the order of requests. While the whole service is offline, a source without a failure
 * of its own has the failure of the service. `now` is in milliseconds since the Unix epoch.
 */
export function sourceLines(
  state: Pick<AppState, 'supply' | 'activities'>,
  now: number,
): readonly SourceLine[] {
  const unreachedWords = unreachedInWords(state, now);
  return state.supply.providers.map((provider, index) => {
    const { name, failure, failedAt, notBefore, answeredAt } = provider;
    const answer = lastAnswerInWords(answeredAt, now);
    const mustWait = notBefore !== null && notBefore > now;
    const sentences =
      failure !== null
        ? [
            ...(failedAt === null
              ? []
              : [m.status_failed_at({ when: untilInWords(failedAt, now) })]),
            failureSentence(failure),
            answer,
          ]
        : unreachedWords !== null
          ? [unreachedWords, answer]
          : [answeredAt === null ? m.status_source_not_asked() : answer];
    return {
      name: m.status_source_numbered({ number: index + 1, source: providers[name].label() }),
      words: joinSentences([
        ...sentences,
        ...(mustWait ? [m.status_source_rests({ when: untilInWords(notBefore, now) })] : []),
      ]),
    };
  });
}

/** Why sources without a failure of their own gave no answer; null if the service is not offline. */
function unreachedInWords(state: Pick<AppState, 'activities'>, now: number): string | null {
  const { picture } = state.activities;
  const failure = isStanding(picture) ? picture.lastFailure?.failure : undefined;
  if (failure?.kind !== 'offline') return null;
  const downSince = isNoNetwork(failure) ? networkDownSince(state) : null;
  return downSince === null
    ? failureSentence(failure)
    : m.status_no_network_since({ since: sinceTime(downSince, now) });
}

/** A sentence with the time of the last answer, or that there was none yet. */
export const lastAnswerInWords = (at: number | null, now: number): string =>
  at === null ? m.status_no_answer_yet() : m.status_last_answer({ when: untilInWords(at, now) });
