import type { Failure } from '../../../shared/failure.ts';
import type { JournalPost, PostState } from '../../../shared/journal.ts';
import type { Receipt } from './ports.ts';

/** Pure rules of the way of a post; the picture is in shared/journal.ts. */

type StateOf<K extends PostState['kind']> = Extract<PostState, { kind: K }>;
export type WaitingPost = JournalPost & { readonly state: StateOf<'waiting'> };
export type SendingPost = JournalPost & { readonly state: StateOf<'sending'> };

const isWaiting = (post: JournalPost): post is WaitingPost => post.state.kind === 'waiting';

/** The oldest post that waits, so that posts are sent in the order they were written. */
export const nextToSend = (newestFirst: readonly JournalPost[]): WaitingPost | null =>
  newestFirst.findLast(isWaiting) ?? null;

export const sending = (post: WaitingPost): SendingPost => ({
  ...post,
  state: { kind: 'sending', attempts: post.state.attempts + 1 },
});

export const accepted = (post: SendingPost, receipt: Receipt, at: number): JournalPost => ({
  ...post,
  state: { kind: 'accepted', at, status: receipt.status, serviceId: receipt.id },
});

/** What a failed attempt makes of the post: parked when the service said no, else waiting again. */
export function afterFailure(post: SendingPost, failure: Failure, at: number): JournalPost {
  if (isRefusal(failure)) return { ...post, state: { kind: 'refused', at, failure } };
  const { attempts } = post.state;
  return { ...post, state: { kind: 'waiting', attempts, lastFailure: failure } };
}

/** A post that was under way when the app was cut off: nobody knows whether it arrived, so it is sent again. */
export function afterInterruption(post: JournalPost): JournalPost {
  if (post.state.kind !== 'sending') return post;
  const { attempts } = post.state;
  return { ...post, state: { kind: 'waiting', attempts, lastFailure: null } };
}

/** True when the service understood and said no: repeating the same cannot help. */
function isRefusal(failure: Failure): boolean {
  return (
    failure.kind === 'refused' || failure.kind === 'not-found' || failure.kind === 'key-refused'
  );
}
