import type { Activity, AppState, ServiceName } from '../../../shared/state.ts';
import { describeFailure } from '../../../shared/words.ts';
import { sentence, timeInWords } from './format.ts';

export interface Status {
  readonly tone: 'calm' | 'trouble';
  readonly words: string;
}

const labels = { picture: 'Picture', position: 'Station', posts: 'Journal' } as const;
/** What matters most comes first. The position comes last: it comes and goes by itself. */
const order: readonly ServiceName[] = ['picture', 'posts', 'position'];

/**
 * One sentence that says what the app waits for and when it acts: the first trouble there is, else what the
 * picture waits for. `now` is in milliseconds since the Unix epoch.
 */
export function statusOf({ activities, journal }: AppState, now: number): Status {
  if (!journal.durable) {
    return { tone: 'trouble', words: 'Journal: the disk does not take what is written.' };
  }
  for (const name of order) {
    const failure = standingFailure(activities[name]);
    if (failure === null) continue;
    const { at } = activities[name].next;
    const retry = at === null ? '' : ` Next try: ${timeInWords(at, now)}.`;
    return {
      tone: 'trouble',
      words: sentence(`${labels[name]}: ${describeFailure(failure)}`) + retry,
    };
  }
  const { at, reason } = activities.picture.next;
  const when = at === null ? '' : ` Next look: ${timeInWords(at, now)}.`;
  return { tone: 'calm', words: sentence(reason) + when };
}

/** The last failure, unless something worked since. */
function standingFailure({ lastFailure, lastSuccessAt }: Activity) {
  if (lastFailure === null) return null;
  return lastSuccessAt === null || lastFailure.at > lastSuccessAt ? lastFailure.failure : null;
}
