import type {
  JournalPost,
  Operation,
  PostKind,
  PostReceipt,
  PostState,
  PostSummary,
  PostText,
} from '#shared/journal/journal.ts';
import { bodyStart, titleStart } from '#shared/journal/post-text.ts';

type StateOf<K extends PostKind> = Extract<PostState, { kind: K }>;
/** A post that is known to be in one of the states `K`. */
export type PostIn<K extends PostKind> = JournalPost & { readonly state: StateOf<K> };

export const isIn = <K extends PostKind>(
  post: JournalPost,
  ...kinds: readonly K[]
): post is PostIn<K> => (kinds as readonly PostKind[]).includes(post.state.kind);

/** Returns a new place at the end of the outbox. */
export type NextTurn = () => number;

/** The service's ids are used one after the other; see `slot` in shared/journal/journal.ts. */
export const slotOf = (sequence: number): number => ((sequence - 1) % 100) + 1;

export const sameText = (a: PostText, b: PostText): boolean =>
  a.title === b.title && a.body === b.body;

/** True when the service has confirmed this text. */
export const isUpToDate = (post: JournalPost): boolean =>
  !post.unsure && post.lastAccepted !== null && sameText(post, post.lastAccepted);

/** The request that brings the post as it is now to the service. */
export function operationOf(post: PostIn<'waiting' | 'deleting'>): Operation {
  if (post.state.kind === 'deleting') return 'delete';
  return post.lastAccepted === null ? 'create' : 'replace';
}

/**
 * A post that is not being sent, after its text changed or the service answered. A post that waits already keeps its
 * place, so that one request sends several edits.
 */
export function wanting(post: JournalPost, wish: 'draft' | 'waiting', turn: NextTurn): JournalPost {
  if (isUpToDate(post)) return { ...post, state: { kind: 'accepted' } };
  if (wish === 'draft') return { ...post, state: { kind: 'draft' } };
  const { state } = post;
  const place = 'turn' in state ? state.turn : turn();
  // Keeps the wait that the service asked for, if it did.
  const lastFailure = 'lastFailure' in state ? state.lastFailure : null;
  return { ...post, state: { kind: 'waiting', turn: place, attempts: 0, lastFailure } };
}

/** A post that the person has deleted: at once when the service cannot have it, else by a request. */
export function removed(post: JournalPost, now: number, turn: NextTurn): JournalPost {
  if (post.lastAccepted === null && !post.unsure) {
    return { ...post, state: { kind: 'deleted', at: now, status: null } };
  }
  const place = 'turn' in post.state ? post.state.turn : turn();
  const lastFailure = 'lastFailure' in post.state ? post.state.lastFailure : null;
  return { ...post, state: { kind: 'deleting', turn: place, attempts: 0, lastFailure } };
}

/** The post as the list shows it. */
export const summaryOf = (post: JournalPost): PostSummary => ({
  id: post.id,
  sequence: post.sequence,
  slot: post.slot,
  createdAt: post.createdAt,
  changedAt: post.changedAt,
  unsure: post.unsure,
  published: post.published,
  state: post.state,
  titleStart: titleStart(post),
  bodyStart: bodyStart(post),
  lastAccepted: post.lastAccepted === null ? null : receiptOf(post.lastAccepted),
});

/** The receipt without the text that was accepted. */
export const receiptOf = ({ operation, at, status, serviceId }: PostReceipt): PostReceipt => ({
  operation,
  at,
  status,
  serviceId,
});
