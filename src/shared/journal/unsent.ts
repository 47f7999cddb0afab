import type { JournalStatus, PostCounts } from './journal.ts';

/** How many posts the service has yet to hear of: those that wait, and the one under way. */
export const countUnsent = ({ waiting, sending, deleting }: PostCounts): number =>
  waiting + sending + deleting;

/** The input of the check whether quitting loses data. */
export type Forgettable = Pick<JournalStatus, 'counts' | 'durable'>;

/** True when an end now would lose something of the journal, since the disk has not taken it. */
export const wouldForget = ({ counts, durable }: Forgettable): boolean =>
  !durable && Object.values(counts).some((count) => count > 0);
