import { z } from 'zod';
import { instantSchema } from '#shared/instant.ts';
import type { Result } from '#shared/failure.ts';
import type { PageQuery, PostPage } from '#shared/journal/journal.ts';
import type { StoredValue } from '#runtime/value.ts';

/** The address of the posts service, and the time since which it is in use; null: none was stored yet. */
export const addressInUseSchema = z
  .object({ address: z.string(), since: instantSchema })
  .readonly()
  .nullable();
export type AddressInUse = z.infer<typeof addressInUseSchema>;

/**
 * Stores the address if it differs from the stored one. Returns the time since which it is in use, in milliseconds
 * since the Unix epoch. Replaces a time in the future, which was stored while the clock was wrong.
 */
export function noteAddressInUse(
  store: StoredValue<AddressInUse>,
  address: string,
  now: number,
): number {
  const storedUse = store.get();
  if (storedUse?.address === address && storedUse.since <= now) return storedUse.since;
  store.set({ address, since: now });
  return now;
}

/** How many of the newest posts are searched for the post that was sent last. */
const maxSearchedPosts = 50;

/**
 * The time of the service's last answer to a post, in milliseconds since the Unix epoch; null if no post shows one.
 * Ignores answers before `since`, because a stored post does not name the address that accepted it, and answers after
 * `now`, because they were stored while the clock was wrong.
 */
export function lastAnswerAt(
  page: (query: PageQuery) => Result<PostPage>,
  since: number,
  now: number,
): number | null {
  const newestPage = page({
    before: null,
    limit: maxSearchedPosts,
    words: '',
    state: 'everything',
  });
  if (!newestPage.ok) return null;
  const times = newestPage.value.posts.flatMap(({ lastAccepted, state }) => [
    ...(lastAccepted === null ? [] : [lastAccepted.at]),
    // A deletion that was never sent has no status.
    ...(state.kind === 'deleted' && state.status !== null ? [state.at] : []),
  ]);
  const validTimes = times.filter((at) => at >= since && at <= now);
  return validTimes.length === 0 ? null : Math.max(...validTimes);
}
