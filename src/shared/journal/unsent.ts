import type { JournalStatus, PostCounts } from './journal.ts';

/**
 * How many posts still have to be sent to or deleted from the service: those that wait, and the one that is being sent.
 */
export const countUnsent = ({ waiting, sending, deleting }: PostCounts): number =>
  waiting + sending + deleting;

/** The input of the check whether quitting loses data. */
export type UnsavedCheckInput = Pick<JournalStatus, 'counts' | 'durable'>;

/** True when quitting now would lose posts, because they could not be written to the disk. */
export const wouldLosePosts = ({ counts, durable }: UnsavedCheckInput): boolean =>
  !durable && Object.values(counts).some((count) => count > 0);
