import { bodyStart, titleStart } from '#shared/journal/post-text.ts';
import { folded, wordsOf } from '#shared/search-words.ts';
import type {
  JournalPost,
  PageQuery,
  PostKind,
  PostPage,
  PostReceipt,
  PostSummary,
} from '#shared/journal/journal.ts';

/** Posts that the disk has not taken, beside the pages that the store gives. Pure. */

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

/** What was accepted, without the text. */
export const receiptOf = ({ operation, at, status, serviceId }: PostReceipt): PostReceipt => ({
  operation,
  at,
  status,
  serviceId,
});

function isOf(kind: PostKind, state: PageQuery['state']): boolean {
  if (state === null) return kind !== 'deleted';
  return state === 'everything' || kind === state;
}

/** True when the post belongs on the page, wherever it stands. */
export function matches(post: JournalPost, { before, state, words }: PageQuery): boolean {
  if (before !== null && post.sequence >= before) return false;
  if (!isOf(post.state.kind, state)) return false;
  const wanted = wordsOf(words).map(folded);
  if (wanted.length === 0) return words.trim() === '';
  const found = wordsOf(`${post.title} ${post.body}`).map(folded);
  return wanted.every((word) => found.some((other) => other.startsWith(word)));
}

/** The store's page, which leaves out the held posts, together with the held ones that belong on it. */
export function merged(page: PostPage, held: Iterable<JournalPost>, query: PageQuery): PostPage {
  const ours = [...held].filter((post) => matches(post, query)).map(summaryOf);
  if (ours.length === 0) return page;
  const all = [...page.posts, ...ours].sort((a, b) => b.sequence - a.sequence);
  const posts = all.slice(0, query.limit);
  const last = posts.at(-1);
  const isLast = page.next === null && all.length <= query.limit;
  return { posts, next: isLast || last === undefined ? null : last.sequence };
}
