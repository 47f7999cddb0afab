import type { AppState, ServiceName } from '../../../shared/state.ts';
import { isStanding } from '../../../shared/standing.ts';
import { serviceWords, statusOf } from '../../../shared/status.ts';
import { sentence } from '../../../shared/words.ts';
import { timeInWords } from './format.ts';

export interface SideStatus {
  readonly tone: 'calm' | 'trouble';
  readonly words: string;
}

/** What matters most comes first. The position comes last: it comes and goes by itself. */
const order: readonly ServiceName[] = ['picture', 'posts', 'position'];

/**
 * The status in the few words that a side bar has room for: a rest, else what needs the person, else the first
 * service that does not answer, else what the picture waits for. `now` is in milliseconds since the Unix epoch.
 */
export function sideStatusOf(app: AppState, now: number): SideStatus {
  const { headline, needsYou, services } = statusOf(app, now);
  if (app.rest.paused !== null || app.rest.power !== 'awake')
    return { tone: 'calm', words: headline };
  const [need] = needsYou;
  if (need !== undefined) return { tone: 'trouble', words: need };
  for (const name of order) {
    const { lastFailure, nextAt } = services[name];
    if (lastFailure === null || !isStanding(services[name])) continue;
    const retry = nextAt === null ? '' : ` Next try: ${timeInWords(nextAt, now)}.`;
    return {
      tone: 'trouble',
      words: sentence(`${serviceWords[name]}: ${lastFailure.words}`) + retry,
    };
  }
  const { nextAt, waitsFor } = services.picture;
  const when = nextAt === null ? '' : ` Next look: ${timeInWords(nextAt, now)}.`;
  return { tone: 'calm', words: sentence(waitsFor) + when };
}
