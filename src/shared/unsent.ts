import type { PostCounts } from './journal.ts';

/** How many posts the service has yet to hear of: those that wait, and the one under way. */
export const countUnsent = ({ waiting, sending, deleting }: PostCounts): number =>
  waiting + sending + deleting;
