import type { Failure } from '#shared/failure.ts';
import {
  maxAttempts,
  type JournalPost,
  type Operation,
  type PostKind,
  type PostReceipt,
  type PostState,
  type PostSummary,
  type PostText,
} from '#shared/journal/journal.ts';
import { splitAttachedSubject } from '#shared/journal/attached-subject.ts';
import type { PassPost } from '#shared/journal/pass-posts.ts';
import { bodyStart, titleStart } from '#shared/journal/post-text.ts';
import type { Receipt } from './ports.ts';

/** The states of a post and the transitions between them. Pure; the diagram is in shared/journal/journal.ts. */

type StateOf<K extends PostKind> = Extract<PostState, { kind: K }>;
/** A post that is known to be in one of the states `K`. */
export type PostInState<K extends PostKind> = JournalPost & { readonly state: StateOf<K> };

export const isInState = <K extends PostKind>(
  post: JournalPost,
  ...kinds: readonly K[]
): post is PostInState<K> => (kinds as readonly PostKind[]).includes(post.state.kind);

/** Returns a new place at the end of the outbox. */
type NextTurn = () => number;

/** The id of a post at the service: 1 to 100 in sequence; see `slot` in shared/journal/journal.ts. */
export const slotOfSequence = (sequence: number): number => ((sequence - 1) % 100) + 1;

const hasSameText = (a: PostText, b: PostText): boolean => a.title === b.title && a.body === b.body;

/** Whether the service has accepted the present text of the post. */
const isUpToDate = (post: JournalPost): boolean =>
  !post.possiblyAccepted && post.lastAccepted !== null && hasSameText(post, post.lastAccepted);

/** The request that makes the post at the service equal to this one. */
function operationOf(post: PostInState<'waiting' | 'deleting'>): Operation {
  if (post.state.kind === 'deleting') return 'delete';
  return post.lastAccepted === null ? 'create' : 'replace';
}

/**
 * A post that is not being sent, after its text changed or the service answered. A waiting post keeps its place in the
 * outbox, so that several edits are sent in one request.
 */
function asDraftOrWaiting(
  post: JournalPost,
  wish: 'draft' | 'waiting',
  turn: NextTurn,
): JournalPost {
  if (isUpToDate(post)) return { ...post, state: { kind: 'accepted' } };
  if (wish === 'draft') return { ...post, state: { kind: 'draft' } };
  const { state } = post;
  const outboxTurn = 'turn' in state ? state.turn : turn();
  // Keeps the wait that the service has asked for, if any.
  const lastFailure = 'lastFailure' in state ? state.lastFailure : null;
  return { ...post, state: { kind: 'waiting', turn: outboxTurn, attempts: 0, lastFailure } };
}

/** Whether the service certainly does not have the post. A request that is being sent is not considered. */
const isUnknownToService = ({ lastAccepted, possiblyAccepted }: JournalPost): boolean =>
  lastAccepted === null && !possiblyAccepted;

/**
 * The post after the user deleted it. If the service cannot have the post, the post's state is `deleted`; otherwise the
 * post waits for a delete request.
 */
function postAfterRemoval(post: JournalPost, now: number, turn: NextTurn): JournalPost {
  if (isUnknownToService(post))
    return { ...post, state: { kind: 'deleted', at: now, status: null } };
  const outboxTurn = 'turn' in post.state ? post.state.turn : turn();
  const lastFailure = 'lastFailure' in post.state ? post.state.lastFailure : null;
  return { ...post, state: { kind: 'deleting', turn: outboxTurn, attempts: 0, lastFailure } };
}

/** The post in the form for the list. */
export const postSummaryOf = (post: JournalPost): PostSummary => ({
  id: post.id,
  sequence: post.sequence,
  slot: post.slot,
  createdAt: post.createdAt,
  changedAt: post.changedAt,
  possiblyAccepted: post.possiblyAccepted,
  published: post.published,
  photo: post.photo,
  state: post.state,
  titleStart: titleStart(post),
  bodyStart: bodyStart(post),
  lastAccepted: post.lastAccepted === null ? null : receiptOf(post.lastAccepted),
});

/** The fields of a post that tell which pass it is about. */
export type PassPostFields = Pick<
  PostSummary,
  'id' | 'createdAt' | 'changedAt' | 'titleStart' | 'bodyStart'
>;

/**
 * A post for the list of seen passes. Null if it is not about a pass, or if its text is older than the pass: then the
 * pass was only planned.
 */
export function passPostOf({ changedAt, bodyStart, ...fields }: PassPostFields): PassPost | null {
  const { attached } = splitAttachedSubject(bodyStart);
  if (attached?.kind !== 'pass' || changedAt < attached.at) return null;
  const { id, createdAt, titleStart } = fields;
  return { id, createdAt, titleStart, at: attached.at, path: attached.path };
}

/** The receipt without the accepted text. */
export const receiptOf = ({ operation, at, status, serviceId }: PostReceipt): PostReceipt => ({
  operation,
  at,
  status,
  serviceId,
});

// Changes that the user makes to a post.

interface NewPost {
  readonly id: string;
  readonly sequence: number;
  /** The time of creation, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/** A draft without text. */
export const blankPost = ({ id, sequence, now }: NewPost): JournalPost => ({
  id,
  sequence,
  slot: slotOfSequence(sequence),
  title: '',
  body: '',
  createdAt: now,
  changedAt: now,
  lastAccepted: null,
  possiblyAccepted: false,
  published: false,
  photo: null,
  state: { kind: 'draft' },
});

/**
 * The post after the user changed its text, to be kept as a draft (`publish` is false) or to be published. Returns `post`
 * itself if nothing changes.
 *
 * Deletes the post if the user removed the whole text of a draft that has no photo and that the service certainly does
 * not have. The deleted post keeps its previous text, so that `postAfterRestore` makes it a draft with that text again.
 */
export function postAfterEdit(
  post: JournalPost,
  { title, body }: PostText,
  publish: boolean,
  now: number,
  turn: NextTurn,
): JournalPost {
  const isSameText = hasSameText(post, { title, body });
  const wish = publish ? 'waiting' : 'draft';
  const { state } = post;
  // The text is unchanged, and it is not to be published or is already queued.
  if (isSameText && (!publish || state.kind === 'waiting')) return post;
  const isEmptied = `${title}${body}`.trim() === '' && post.photo === null;
  if (!publish && isEmptied && state.kind !== 'sending' && isUnknownToService(post))
    return state.kind === 'deleted'
      ? post
      : postAfterRemoval({ ...post, published: false }, now, turn);
  const postWithText = isSameText ? post : { ...post, title, body, changedAt: now };
  const changedPost = { ...postWithText, published: publish };
  if (state.kind !== 'sending') return asDraftOrWaiting(changedPost, wish, turn);
  if (isSameText && state.edit === 'none' && state.operation !== 'delete') return post;
  return { ...changedPost, state: { ...state, edit: wish, remove: false } };
}

/** The post with the text that the service accepted last, or the post itself if no text was accepted. */
export function postAfterRevert(post: JournalPost, now: number, turn: NextTurn): JournalPost {
  if (post.lastAccepted === null) return post;
  return postAfterEdit(post, post.lastAccepted, true, now, turn);
}

/** The post after the user deleted it. Returns `post` itself if it is deleted already. */
export function postAfterDelete(post: JournalPost, now: number, turn: NextTurn): JournalPost {
  const { state } = post;
  switch (state.kind) {
    case 'deleted':
    case 'deleting':
      return post;
    case 'sending':
      return state.operation === 'delete'
        ? { ...post, state: { ...state, edit: 'none' } }
        : { ...post, state: { ...state, remove: true } };
    case 'draft':
    case 'waiting':
    case 'accepted':
    case 'refused':
      return postAfterRemoval(post, now, turn);
  }
}

/**
 * Undoes a delete at any stage. A draft becomes a draft again; a post that the service has deleted is created again.
 * Returns `post` itself when it is not deleted.
 */
export function postAfterRestore(post: JournalPost, turn: NextTurn): JournalPost {
  const { state } = post;
  const wish = post.published ? 'waiting' : 'draft';
  switch (state.kind) {
    case 'deleting':
    case 'deleted':
      return asDraftOrWaiting(post, wish, turn);
    case 'sending':
      return state.operation === 'delete'
        ? { ...post, state: { ...state, edit: wish } }
        : { ...post, state: { ...state, remove: false } };
    case 'draft':
    case 'waiting':
    case 'accepted':
    case 'refused':
      return post;
  }
}

/** Queues a refused post, or its refused deletion, again; returns `post` itself if nothing was refused. */
export function postAfterRetry(post: JournalPost, now: number, turn: NextTurn): JournalPost {
  if (post.state.kind !== 'refused') return post;
  return post.state.operation === 'delete'
    ? postAfterRemoval(post, now, turn)
    : asDraftOrWaiting(post, 'waiting', turn);
}

// The answers of the service.

/** The post as it was sent. The user may edit the post before the answer arrives. */
interface SentPost extends PostText {
  readonly operation: Operation;
}

export function postAfterSendStart(
  post: PostInState<'waiting' | 'deleting'>,
): PostInState<'sending'> {
  const { turn, attempts } = post.state;
  const operation = operationOf(post);
  return {
    ...post,
    state: {
      kind: 'sending',
      operation,
      turn,
      attempts: Math.min(attempts + 1, maxAttempts),
      edit: 'none',
      remove: false,
    },
  };
}

/**
 * The post after the service accepted a request. `post` is the present version, which may have been edited since it was
 * sent. `now`: the present time, in milliseconds since the Unix epoch.
 */
export function postAfterReceipt(
  post: PostInState<'sending'>,
  { operation, title, body }: SentPost,
  { status, id }: Receipt,
  now: number,
  turn: NextTurn,
): JournalPost {
  const { edit, remove } = post.state;
  if (operation === 'delete') {
    const removedPost: JournalPost = { ...post, lastAccepted: null, possiblyAccepted: false };
    return edit === 'none'
      ? { ...removedPost, state: { kind: 'deleted', at: now, status } }
      : asDraftOrWaiting(removedPost, edit, turn);
  }
  const lastAccepted = { operation, at: now, status, serviceId: id, title, body };
  const acceptedPost: JournalPost = { ...post, lastAccepted, possiblyAccepted: false };
  if (remove) return postAfterRemoval(acceptedPost, now, turn);
  return edit === 'none'
    ? { ...acceptedPost, state: { kind: 'accepted' } }
    : asDraftOrWaiting(acceptedPost, edit, turn);
}

/** At every eighth attempt, a post moves to the end of the outbox if the answer is bad: the post may be the cause. */
const badAnswersBeforeMove = 8;

/**
 * The post after a failed attempt. If the user edited or deleted the post during the attempt, the result is that of the
 * edit or deletion. Otherwise the post is refused if the service rejected it, or else waits again.
 */
export function postAfterFailure(
  post: PostInState<'sending'>,
  sent: SentPost,
  failure: Failure,
  now: number,
  turn: NextTurn,
): JournalPost {
  // The post no longer exists at the service.
  if (sent.operation === 'delete' && failure.kind === 'not-found') {
    return postAfterReceipt(post, sent, { status: 404, id: null }, now, turn);
  }
  const { operation, attempts, edit, remove } = post.state;
  const markedPost = markPossiblyAccepted(post, isAmbiguous(failure));
  if (remove) return postAfterRemoval(markedPost, now, turn);
  if (edit !== 'none') return asDraftOrWaiting(markedPost, edit, turn);
  if (isRefusal(failure))
    return { ...markedPost, state: { kind: 'refused', operation, at: now, failure } };
  const isMovedBack = attempts % badAnswersBeforeMove === 0 && isBadAnswer(failure);
  const outboxTurn = isMovedBack ? turn() : post.state.turn;
  return { ...markedPost, state: waitingStateAgain(operation, outboxTurn, attempts, failure) };
}

/**
 * The post after an interrupted attempt. The service may have accepted the request or not, so the request is repeated.
 */
export function postAfterInterruption(
  post: PostInState<'sending'>,
  now: number,
  turn: NextTurn,
): JournalPost {
  const { operation, attempts, edit, remove } = post.state;
  const markedPost = markPossiblyAccepted(post, true);
  if (remove) return postAfterRemoval(markedPost, now, turn);
  if (edit !== 'none') return asDraftOrWaiting(markedPost, edit, turn);
  return { ...markedPost, state: waitingStateAgain(operation, post.state.turn, attempts, null) };
}

function markPossiblyAccepted(
  post: PostInState<'sending'>,
  ambiguous: boolean,
): PostInState<'sending'> {
  if (!ambiguous) return post;
  // The delete may have worked: the service may no longer have the post.
  return post.state.operation === 'delete'
    ? { ...post, possiblyAccepted: true, lastAccepted: null }
    : { ...post, possiblyAccepted: true };
}

const waitingStateAgain = (
  operation: Operation,
  turn: number,
  attempts: number,
  lastFailure: Failure | null,
): PostInState<'waiting' | 'deleting'>['state'] => ({
  kind: operation === 'delete' ? 'deleting' : 'waiting',
  turn,
  attempts,
  lastFailure,
});

/** Whether the service rejected the request, so that repeating it is useless. */
export function isRefusal({ kind }: Failure): boolean {
  return kind === 'refused' || kind === 'not-found' || kind === 'key-refused';
}

/** Whether an answer was invalid or reported an error. */
export function isBadAnswer({ kind }: Failure): boolean {
  return ['unavailable', 'malformed', 'too-large', 'truncated'].includes(kind);
}

/** Whether the service may have accepted the request although it failed. */
function isAmbiguous(failure: Failure): boolean {
  switch (failure.kind) {
    case 'timeout':
      return failure.stage !== 'connect';
    case 'offline':
      return failure.reason === 'reset';
    case 'unavailable':
      // 503 means that nothing was done; any other 5xx may come from a gateway after the service accepted the request.
      return failure.status !== 503;
    default:
      return ['truncated', 'malformed', 'too-large', 'cancelled'].includes(failure.kind);
  }
}
