import { m } from '#words';
import type { Activity } from '#shared/state.ts';
import { timeInWords } from '../ui/format.ts';

/**
 * Why no post can be sent before the time that the posts service named; null if posts can be sent. `now` in
 * milliseconds since the Unix epoch.
 */
export const holdInWords = ({ next }: Activity, now: number): string | null =>
  next.held === true && next.at !== null && next.at > now
    ? m.journal_outbox_held({ when: timeInWords(next.at, now) })
    : null;
