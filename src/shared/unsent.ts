import type { JournalPost } from './journal.ts';

/** How many posts the service has yet to take: those that wait, and the one under way. */
export const countUnsent = (posts: readonly JournalPost[]): number =>
  posts.filter(({ state }) => state.kind === 'waiting' || state.kind === 'sending').length;
