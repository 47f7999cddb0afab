import type { JournalPost, PostText } from '#shared/journal/journal.ts';
import { removed, sameText, slotOf, wanting, type NextTurn } from './states.ts';

/** Pure rules for what a person does to a post; the diagram is in shared/journal/journal.ts. */

interface NewPost {
  readonly id: string;
  readonly sequence: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** A post without text, not to be sent. */
export const blank = ({ id, sequence, now }: NewPost): JournalPost => ({
  id,
  sequence,
  slot: slotOf(sequence),
  title: '',
  body: '',
  createdAt: now,
  changedAt: now,
  lastAccepted: null,
  unsure: false,
  published: false,
  state: { kind: 'draft' },
});

/** The post with this text, to be kept as a draft or to be published. Returns `post` itself if nothing changes. */
export function written(
  post: JournalPost,
  { title, body }: PostText,
  publish: boolean,
  now: number,
  turn: NextTurn,
): JournalPost {
  const same = sameText(post, { title, body });
  const wish = publish ? 'waiting' : 'draft';
  const { state } = post;
  // Nothing was changed, or this text is queued already.
  if (same && (!publish || state.kind === 'waiting')) return post;
  const text = same ? post : { ...post, title, body, changedAt: now };
  const changed = { ...text, published: publish };
  if (state.kind !== 'sending') return wanting(changed, wish, turn);
  if (same && state.then === 'rest' && state.operation !== 'delete') return post;
  return { ...changed, state: { ...state, then: wish, remove: false } };
}

/** The post with the text that the service accepted last, or the post itself when there is none. */
export function reverted(post: JournalPost, now: number, turn: NextTurn): JournalPost {
  if (post.lastAccepted === null) return post;
  return written(post, post.lastAccepted, true, now, turn);
}

/** Returns `post` itself when it is deleted already. */
export function deleted(post: JournalPost, now: number, turn: NextTurn): JournalPost {
  const { state } = post;
  switch (state.kind) {
    case 'deleted':
    case 'deleting':
      return post;
    case 'sending':
      return state.operation === 'delete'
        ? { ...post, state: { ...state, then: 'rest' } }
        : { ...post, state: { ...state, remove: true } };
    case 'draft':
    case 'waiting':
    case 'accepted':
    case 'refused':
      return removed(post, now, turn);
  }
}

/**
 * Undoes a delete at any stage. A draft is a draft again; a post that the service has deleted is created again.
 * Returns `post` itself when it is not deleted.
 */
export function restored(post: JournalPost, turn: NextTurn): JournalPost {
  const { state } = post;
  const wish = post.published ? 'waiting' : 'draft';
  switch (state.kind) {
    case 'deleting':
    case 'deleted':
      return wanting(post, wish, turn);
    case 'sending':
      return state.operation === 'delete'
        ? { ...post, state: { ...state, then: wish } }
        : { ...post, state: { ...state, remove: false } };
    case 'draft':
    case 'waiting':
    case 'accepted':
    case 'refused':
      return post;
  }
}

/** Queues a refused post again; returns `post` itself when it is not refused. */
export function retried(post: JournalPost, now: number, turn: NextTurn): JournalPost {
  if (post.state.kind !== 'refused') return post;
  return post.state.operation === 'delete'
    ? removed(post, now, turn)
    : wanting(post, 'waiting', turn);
}
