import { z } from 'zod';
import { instantSchema } from '#shared/instant.ts';
import type { Result } from '#shared/failure.ts';
import type { PageQuery, PostPage } from '#shared/journal/journal.ts';
import type { StateHolder } from './app-state.ts';
import type { StoredValue } from './value.ts';

/** The address that a service uses now, and the time since which it uses it; null: none was stored yet. */
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

/** Stored data of earlier runs that show when a service worked. Times are milliseconds since the Unix epoch. */
export interface StoredTraces {
  readonly state: StateHolder;
  /** The time of the last answer of the picture address in use; null: none is stored. */
  readonly pictureAnsweredAt: number | null;
  /** The time since which the address of the posts service is in use. */
  readonly postsUsedSince: number;
  readonly page: (query: PageQuery) => Result<PostPage>;
  /** Returns the present time. */
  readonly now: () => number;
}

/** How many of the newest posts are searched for the post that was sent last. */
const maxSearchedPosts = 50;

/**
 * Records when each service last worked at its address in use in an earlier run, if stored data show that time. Keeps
 * the successes of this run. Ignores times in the future: they were stored while the clock was wrong, and would hide failures.
 */
export function restoreSuccesses(stored: StoredTraces): void {
  const { state, now } = stored;
  const lastAt = {
    picture: stored.pictureAnsweredAt,
    position: state.current.station.fix.last?.receivedAt ?? null,
    posts: newestSentAt(stored),
  };
  for (const name of ['picture', 'position', 'posts'] as const) {
    const time = lastAt[name];
    if (time !== null && time <= now() && state.current.activities[name].lastSuccessAt === null)
      state.noteOutcome(name, time, null);
  }
}

/**
 * The time of the last answer to a post. A stored post does not name the address that accepted it. So an answer from
 * before the first use of the present address is ignored, even if the same address was also used earlier.
 */
function newestSentAt({ page, postsUsedSince, now }: StoredTraces): number | null {
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
  const pastTimes = times.filter((at) => at >= postsUsedSince && at <= now());
  return pastTimes.length === 0 ? null : Math.max(...pastTimes);
}
