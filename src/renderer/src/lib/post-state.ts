import type { Failure } from '../../../shared/failure.ts';
import type { PostKind, PostSummary } from '../../../shared/journal.ts';
import { describeFailure } from '../../../shared/words.ts';
import { timeInWords } from './format.ts';

/** Where a post is on its way, in words. `now` is in milliseconds since the Unix epoch. */
export function postStateInWords(
  { state, lastAccepted }: Pick<PostSummary, 'state' | 'lastAccepted'>,
  now: number,
): string {
  switch (state.kind) {
    case 'draft':
      return lastAccepted === null ? 'Draft' : 'Draft: changed since it was accepted';
    case 'waiting':
      return `Waiting${tried(state)}`;
    case 'sending':
      return state.operation === 'delete' ? 'Asking to delete it…' : 'Sending…';
    case 'accepted':
      if (lastAccepted === null) return 'Accepted, not stored';
      return `Accepted ${timeInWords(lastAccepted.at, now)} (${lastAccepted.status}), not stored`;
    case 'refused':
      return refused(state.failure);
    case 'deleting':
      return `To be deleted${tried(state)}`;
    case 'deleted':
      return `Deleted ${timeInWords(state.at, now)}`;
  }
}

/** With the service's own words, where it has any. */
function refused(failure: Failure): string {
  if (failure.kind !== 'refused') return `Refused: ${describeFailure(failure)}`;
  const { status, message } = failure;
  return message === '' ? `Refused (${status})` : `Refused (${status}): ${message}`;
}

/** What a list of one kind is called. */
export const kindNames: Readonly<Record<PostKind, string>> = {
  draft: 'Drafts',
  waiting: 'Waiting',
  sending: 'Being sent',
  accepted: 'Accepted',
  refused: 'Refused',
  deleting: 'To be deleted',
  deleted: 'Deleted',
};

type Tried = Extract<PostSummary['state'], { kind: 'waiting' | 'deleting' }>;
const tried = ({ attempts, lastFailure }: Tried): string =>
  lastFailure === null || attempts === 0
    ? ''
    : `, tried ${times(attempts)}: ${describeFailure(lastFailure)}`;

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
