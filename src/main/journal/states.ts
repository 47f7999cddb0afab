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

/** Gives a new place at the end of the outbox. */
export type NextTurn = () => number;

/** The service's ids are used in turn, see `slot` in shared/journal.ts. */
export const slotOf = (sequence: number): number => ((sequence - 1) % 100) + 1;

export const sameText = (a: PostText, b: PostText): boolean =>
  a.title === b.title && a.body === b.body;

/** True when the service has this very text, as far as it has said. */
export const isUpToDate = (post: JournalPost): boolean =>
  !post.unsure && post.lastAccepted !== null && sameText(post, post.lastAccepted);

/** What has to be asked of the service, so that it has heard of the post as it is now. */
export function operationOf(post: PostIn<'waiting' | 'deleting'>): Operation {
  if (post.state.kind === 'deleting') return 'delete';
  return post.lastAccepted === null ? 'create' : 'replace';
}

/**
 * A post at rest, or one that is to be sent, after its text or the service's knowledge has changed. A post
 * that waits already keeps its place, so that later edits are folded into what was not sent yet.
 */
export function wanting(post: JournalPost, wish: 'draft' | 'waiting', turn: NextTurn): JournalPost {
  if (isUpToDate(post)) return { ...post, state: { kind: 'accepted' } };
  if (wish === 'draft') return { ...post, state: { kind: 'draft' } };
  const { state } = post;
  const place = 'turn' in state ? state.turn : turn();
  // A service that asked to be left alone is left alone, whatever was edited.
  const lastFailure = 'lastFailure' in state ? state.lastFailure : null;
  return { ...post, state: { kind: 'waiting', turn: place, attempts: 0, lastFailure } };
}

/** A post that the person has deleted: at once where the service cannot have it, else by way of the outbox. */
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
