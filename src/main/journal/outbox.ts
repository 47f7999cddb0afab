import type { Failure } from '#shared/failure.ts';
import type { JournalPost, Operation, PostText } from '#shared/journal/journal.ts';
import type { Receipt } from './ports.ts';
import { operationOf, removed, wanting, type NextTurn, type PostIn } from './states.ts';

/** Pure rules of what the service's answers make of a post; the picture is in shared/journal.ts. */

/** What was handed to the service; the post may be edited while it is under way. */
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

/** `post` as it is when the receipt comes, perhaps edited since it was sent. `now`: ms since the Unix epoch. */
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

/** A post that is answered with trouble this often steps behind the others: it may be its own fault. */
const patience = 8;

/** What a failed attempt makes of the post: parked when the service said no, else waiting again. */
export function afterFailure(
  post: PostIn<'sending'>,
  sent: Sent,
  failure: Failure,
  now: number,
  turn: NextTurn,
): JournalPost {
  // The service has none: what the delete was to bring about.
  if (sent.operation === 'delete' && failure.kind === 'not-found') {
    return afterReceipt(post, sent, { status: 404, id: null }, now, turn);
  }
  const { operation, attempts, then, remove } = post.state;
  const after = doubted(post, isAmbiguous(failure));
  if (remove) return removed(after, now, turn);
  if (then !== 'rest') return wanting(after, then, turn);
  if (isRefusal(failure))
    return { ...after, state: { kind: 'refused', operation, at: now, failure } };
  const stepsBack = attempts % patience === 0 && isAnswer(failure);
  const place = stepsBack ? turn() : post.state.turn;
  return { ...after, state: waitingAgain(operation, place, attempts, failure) };
}

/** A post that was under way when the app was cut off: nobody knows whether it arrived, so it is sent again. */
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
  // After a delete that may have been heard, what was accepted before counts no longer.
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

/** True when the service understood and said no: repeating the same cannot help. */
export function isRefusal({ kind }: Failure): boolean {
  return kind === 'refused' || kind === 'not-found' || kind === 'key-refused';
}

/** True when an answer came, and made no sense or told of trouble. */
function isAnswer({ kind }: Failure): boolean {
  return ['unavailable', 'malformed', 'too-large', 'truncated'].includes(kind);
}

/** True when the service may have taken what was sent, for all that can be known here. */
export function isAmbiguous(failure: Failure): boolean {
  switch (failure.kind) {
    case 'timeout':
      return failure.stage !== 'connect';
    case 'offline':
      return failure.reason === 'reset';
    case 'unavailable':
      // 503 says that nothing was done; any other 5xx may come from a gateway after it was.
      return failure.status !== 503;
    default:
      return ['truncated', 'malformed', 'too-large', 'cancelled'].includes(failure.kind);
  }
}
