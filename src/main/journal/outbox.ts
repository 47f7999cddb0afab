import type { Failure } from '#shared/failure.ts';
import type { JournalPost, Operation, PostText } from '#shared/journal/journal.ts';
import type { Receipt } from './ports.ts';
import { operationOf, removed, wanting, type NextTurn, type PostIn } from './states.ts';

/** Pure rules for the answers of the service; the diagram is in shared/journal/journal.ts. */

/** What was sent; the post may be edited until the answer comes. */
export interface Sent extends PostText {
  readonly operation: Operation;
}

export function begun(post: PostIn<'waiting' | 'deleting'>): PostIn<'sending'> {
  const { turn, attempts } = post.state;
  const operation = operationOf(post);
  return {
    ...post,
    state: {
      kind: 'sending',
      operation,
      turn,
      attempts: attempts + 1,
      then: 'rest',
      remove: false,
    },
  };
}

/** `post` is as it is when the receipt comes, perhaps edited since it was sent. `now`: ms since the Unix epoch. */
export function afterReceipt(
  post: PostIn<'sending'>,
  { operation, title, body }: Sent,
  { status, id }: Receipt,
  now: number,
  turn: NextTurn,
): JournalPost {
  const { then, remove } = post.state;
  if (operation === 'delete') {
    const gone: JournalPost = { ...post, lastAccepted: null, unsure: false };
    return then === 'rest'
      ? { ...gone, state: { kind: 'deleted', at: now, status } }
      : wanting(gone, then, turn);
  }
  const lastAccepted = { operation, at: now, status, serviceId: id, title, body };
  const taken: JournalPost = { ...post, lastAccepted, unsure: false };
  if (remove) return removed(taken, now, turn);
  return then === 'rest' ? { ...taken, state: { kind: 'accepted' } } : wanting(taken, then, turn);
}

/** After each of this many bad answers a post moves to the end of the outbox: it may cause the error itself. */
const badAnswersInPlace = 8;

/** The post after a failed attempt: refused when the service rejected it, else waiting again. */
export function afterFailure(
  post: PostIn<'sending'>,
  sent: Sent,
  failure: Failure,
  now: number,
  turn: NextTurn,
): JournalPost {
  // Nothing is left to delete.
  if (sent.operation === 'delete' && failure.kind === 'not-found') {
    return afterReceipt(post, sent, { status: 404, id: null }, now, turn);
  }
  const { operation, attempts, then, remove } = post.state;
  const after = doubted(post, isAmbiguous(failure));
  if (remove) return removed(after, now, turn);
  if (then !== 'rest') return wanting(after, then, turn);
  if (isRefusal(failure))
    return { ...after, state: { kind: 'refused', operation, at: now, failure } };
  const stepsBack = attempts % badAnswersInPlace === 0 && isBadAnswer(failure);
  const place = stepsBack ? turn() : post.state.turn;
  return { ...after, state: waitingAgain(operation, place, attempts, failure) };
}

/** The post after an attempt that was cut off. The service may have it or not, so it is sent again. */
export function afterInterruption(
  post: PostIn<'sending'>,
  now: number,
  turn: NextTurn,
): JournalPost {
  const { operation, attempts, then, remove } = post.state;
  const after = doubted(post, true);
  if (remove) return removed(after, now, turn);
  if (then !== 'rest') return wanting(after, then, turn);
  return { ...after, state: waitingAgain(operation, post.state.turn, attempts, null) };
}

function doubted(post: PostIn<'sending'>, ambiguous: boolean): PostIn<'sending'> {
  if (!ambiguous) return post;
  // The delete may have worked: the service may no longer have what it accepted before.
  return post.state.operation === 'delete'
    ? { ...post, unsure: true, lastAccepted: null }
    : { ...post, unsure: true };
}

const waitingAgain = (
  operation: Operation,
  turn: number,
  attempts: number,
  lastFailure: Failure | null,
): PostIn<'waiting' | 'deleting'>['state'] => ({
  kind: operation === 'delete' ? 'deleting' : 'waiting',
  turn,
  attempts,
  lastFailure,
});

/** True when the service rejected the request: to repeat it cannot help. */
export function isRefusal({ kind }: Failure): boolean {
  return kind === 'refused' || kind === 'not-found' || kind === 'key-refused';
}

/** True when an answer came that was invalid or reported an error. */
function isBadAnswer({ kind }: Failure): boolean {
  return ['unavailable', 'malformed', 'too-large', 'truncated'].includes(kind);
}

/** True when the service may have accepted the request all the same. */
export function isAmbiguous(failure: Failure): boolean {
  switch (failure.kind) {
    case 'timeout':
      return failure.stage !== 'connect';
    case 'offline':
      return failure.reason === 'reset';
    case 'unavailable':
      // 503 means that nothing was done; any other 5xx may come from a gateway after the service accepted it.
      return failure.status !== 503;
    default:
      return ['truncated', 'malformed', 'too-large', 'cancelled'].includes(failure.kind);
  }
}
