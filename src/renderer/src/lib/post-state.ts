import type { PostState } from '../../../shared/journal.ts';
import { describeFailure } from '../../../shared/words.ts';
import { timeInWords } from './format.ts';

/** Where a post is on its way, in words. `now` is in milliseconds since the Unix epoch. */
export function postStateInWords(state: PostState, now: number): string {
  switch (state.kind) {
    case 'waiting':
      if (state.lastFailure === null) return 'Waiting';
      return `Waiting, tried ${times(state.attempts)}: ${describeFailure(state.lastFailure)}`;
    case 'sending':
      return 'Sending…';
    case 'accepted':
      return `Accepted ${timeInWords(state.at, now)} (${state.status})`;
    case 'refused':
      return `Refused: ${describeFailure(state.failure)}`;
  }
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
