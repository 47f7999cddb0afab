import type { PictureSupply, ProviderName } from './picture.ts';
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

/** What is known of each source, in the order of asking. `now` is in milliseconds since the Unix epoch. */
export function sourceLines({ providers }: PictureSupply, now: number): readonly SourceLine[] {
  return providers.map(({ name, failure, restsUntil, answeredAt }, index) => {
    const rest =
      restsUntil === null || restsUntil <= now ? '' : `; not asked until ${until(restsUntil, now)}`;
    const state =
      failure !== null
        ? describeFailure(failure)
        : answeredAt === null
          ? 'not asked yet'
          : `last answer ${until(answeredAt, now)}`;
    return { name: `${index + 1}. ${sourceWords[name]}`, words: state + rest };
  });
}
