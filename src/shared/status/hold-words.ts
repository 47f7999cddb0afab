import { m } from '#words';
import type { Activity } from '../state.ts';
import { holdEndOf } from './standing.ts';
import { untilTime } from '../time-words.ts';

/**
 * Returns a sentence that says until when the posts service accepts no posts, or null if it accepts posts. `now` is in
 * milliseconds since the Unix epoch.
 */
export function holdInWords(posts: Activity, now: number): string | null {
  const holdEnd = holdEndOf(posts, now);
  return holdEnd === null ? null : m.journal_outbox_held({ until: untilTime(holdEnd, now) });
}
