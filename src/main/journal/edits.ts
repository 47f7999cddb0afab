import type { JournalPost, PostText } from '#shared/journal/journal.ts';
import { removed, sameText, slotOf, wanting, type NextTurn } from './states.ts';

/** Pure rules of what a person does to a post; the picture is in shared/journal.ts. */

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

/** The post with this text, to be kept as a draft or to be published. Gives back `post` itself if nothing changes. */
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
  // What was only looked at, or is on its way with this very text already, stays as it is.
  if (same && (!publish || state.kind === 'waiting')) return post;
  const text = same ? post : { ...post, title, body, changedAt: now };
  const changed = { ...text, published: publish };
  if (state.kind !== 'sending') return wanting(changed, wish, turn);
  if (same && state.then === 'rest' && state.operation !== 'delete') return post;
  return { ...changed, state: { ...state, then: wish, remove: false } };
}

/** The text that the service took last, or the post itself when there is none. */
export function reverted(post: JournalPost, now: number, turn: NextTurn): JournalPost {
  if (post.lastAccepted === null) return post;
  return written(post, post.lastAccepted, true, now, turn);
}

/** Gives back `post` itself when it is deleted already. */
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
 * Takes a delete back, however far it has come. A draft is a draft again; what the service has deleted is to be
 * created again. Gives back `post` itself when it is not deleted.
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

/** Queues again what the service refused; gives back `post` itself when it is not refused. */
export function retried(post: JournalPost, now: number, turn: NextTurn): JournalPost {
  if (post.state.kind !== 'refused') return post;
  return post.state.operation === 'delete'
    ? removed(post, now, turn)
    : wanting(post, 'waiting', turn);
}
