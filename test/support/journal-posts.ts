import type { JournalPost, PostState } from '#shared/journal/journal.ts';

/** The id of the post `n`. */
export const postId = (n: number): string =>
  `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const waitingStateAt = (turn: number): PostState => ({
  kind: 'waiting',
  turn,
  attempts: 0,
  lastFailure: null,
});

/** The post `n`, waiting to be created, with `changes`. */
export const journalPost = (n: number, changes: Partial<JournalPost> = {}): JournalPost => ({
  id: postId(n),
  sequence: n,
  slot: ((n - 1) % 100) + 1,
  title: `post ${n}`,
  body: 'Ünïcödé 🛰️ \u0000 "quotes"\n\nand lines\r\n',
  createdAt: 1_795_000_000_000 + n,
  changedAt: 1_795_000_000_000 + n,
  lastAccepted: null,
  possiblyAccepted: false,
  published: true,
  photo: null,
  state: waitingStateAt(n),
  ...changes,
});

/** The post `n` after the service has accepted it, with `changes`. */
export const acceptedPost = (n: number, changes: Partial<JournalPost> = {}): JournalPost => {
  const post = journalPost(n, changes);
  const { title, body } = post;
  const receipt = { operation: 'create', at: post.changedAt, status: 201, serviceId: 101 } as const;
  return { ...post, lastAccepted: { ...receipt, title, body }, state: { kind: 'accepted' } };
};
