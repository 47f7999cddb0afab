import type { Failure } from '#shared/failure.ts';
import type { PostKind, PostSummary } from '#shared/journal/journal.ts';
import { describeFailure } from '#shared/words.ts';
import { timeInWords } from '../ui/format.ts';

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
      return `Accepted ${timeInWords(lastAccepted.at, now)}, not stored`;
    case 'refused':
      return `Refused: ${reason(state.failure)}`;
    case 'deleting':
      return `To be deleted${tried(state)}`;
    case 'deleted':
      return `Deleted ${timeInWords(state.at, now)}`;
  }
}

/** Why the service has not taken it: without the numbers of HTTP, and with the service's own words where it has any. */
function reason(failure: Failure): string {
  switch (failure.kind) {
    case 'refused':
      return refused(failure);
    case 'unavailable':
      return 'the service has trouble of its own';
    case 'not-found':
      return 'the service does not know this post';
    default:
      return describeFailure(failure);
  }
}

const refusals: Readonly<Record<number, string>> = {
  400: 'the service cannot read it',
  401: 'the service wants to know who sends it',
  403: 'the service does not allow it',
  405: 'the service takes no such change',
  413: 'it is too long for the service',
  415: 'the service cannot read it',
  422: 'the service can read it, and does not take what it says',
};

function refused({ status, message }: Extract<Failure, { kind: 'refused' }>): string {
  const [first = '', ...rest] = message.split(': ');
  const own = standardWords.has(first.toLowerCase().replace(/\.$/, '')) ? rest.join(': ') : message;
  if (own !== '') return `the service says “${own}”`;
  return refusals[status] ?? 'the service does not take it';
}

/** The words that HTTP itself has for a status say no more than its number. */
const standardWords = new Set([
  ...['bad request', 'unauthorized', 'forbidden', 'method not allowed', 'not acceptable'],
  ...['conflict', 'gone', 'payload too large', 'content too large', 'unsupported media type'],
  ...['unprocessable entity', 'unprocessable content', 'error'],
]);

/** True when it is deleted, or about to be: then its line offers to take that back. */
export const isGone = ({ state }: Pick<PostSummary, 'state'>): boolean =>
  state.kind === 'deleted' ||
  state.kind === 'deleting' ||
  (state.kind === 'sending' && state.operation === 'delete');

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
    : `, tried ${times(attempts)}: ${reason(lastFailure)}`;

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
