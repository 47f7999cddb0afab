import { isNoNetwork, networkDownSince } from '../network.ts';
import type { ProviderName } from './picture.ts';
import { isStanding } from '../status/standing.ts';
import type { AppState } from '../state.ts';
import { until } from '../time-words.ts';
import { describeFailure } from '../words.ts';

/** What the sources of the picture are called on screen. */
export const sourceWords: Readonly<Record<ProviderName, string>> = {
  successor: 'Picture service',
  legacy: 'Legacy service',
  feed: 'Feed of the picture service',
  editors: 'Site of the editors',
};

export interface SourceLine {
  readonly name: string;
  readonly words: string;
}

/**
 * What is known of each source, in the order of asking. Without a network no source is at fault and nothing is noted
 * of it; the whole service tells then why it was not reached. `now` is in milliseconds since the Unix epoch.
 */
export function sourceLines(
  state: Pick<AppState, 'supply' | 'activities'>,
  now: number,
): readonly SourceLine[] {
  const unreached = unreachedInWords(state, now);
  return state.supply.providers.map((provider, index) => {
    const { name, failure, failedAt, restsUntil, answeredAt } = provider;
    const rest =
      restsUntil === null || restsUntil <= now ? '' : `; not asked until ${until(restsUntil, now)}`;
    const answer = lastAnswer(answeredAt, now);
    const at = failedAt === null ? '' : ` at ${until(failedAt, now)}`;
    const words =
      failure !== null
        ? `failed${at}: ${describeFailure(failure)}; ${answer}`
        : unreached !== null
          ? `${unreached}; ${answer}`
          : answeredAt === null
            ? 'not asked yet'
            : answer;
    return { name: `${index + 1}. ${sourceWords[name]}`, words: words + rest };
  });
}

/** Why the sources that are not at fault gave no answer; null where they did. */
function unreachedInWords(state: Pick<AppState, 'activities'>, now: number): string | null {
  const { picture } = state.activities;
  const failure = isStanding(picture) ? picture.lastFailure?.failure : undefined;
  if (failure?.kind !== 'offline') return null;
  const down = isNoNetwork(failure) ? networkDownSince(state) : null;
  return down === null ? describeFailure(failure) : `no network since ${until(down, now)}`;
}

/** When something answered last, as a part of a sentence. */
export const lastAnswer = (at: number | null, now: number): string =>
  at === null ? 'no answer yet' : `last answer ${until(at, now)}`;
