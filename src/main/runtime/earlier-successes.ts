import type { Result } from '#shared/failure.ts';
import type { PageQuery, PostPage } from '#shared/journal/journal.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { StateHolder } from './app-state.ts';

/** Stored data of earlier runs that show when a service worked. */
export interface StoredTraces {
  readonly state: StateHolder;
  readonly newest: () => DayPicture | null;
  /** The time when a picture's file was downloaded, milliseconds since the Unix epoch; null: unknown. */
  readonly downloadedAt: (picture: DayPicture) => number | null;
  readonly page: (query: PageQuery) => Result<PostPage>;
  /** Returns the present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** How many of the newest posts are searched for the post that was sent last. */
const maxSearchedPosts = 50;

/**
 * Records when each service last worked in an earlier run, if stored data show that time. Keeps the successes of this
 * run. Ignores times in the future: they were stored while the clock was wrong, and would hide failures.
 */
export function restoreSuccesses(stored: StoredTraces): void {
  const { state, now } = stored;
  const lastAt = {
    picture: newestDownloadAt(stored),
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
 * The time of the newest picture's download. A simulated picture proves nothing about the live services, and a real
 * picture nothing about the embedded ones.
 */
function newestDownloadAt({ state, newest, downloadedAt }: StoredTraces): number | null {
  const picture = newest();
  const isSimulated = picture?.record.simulated === true;
  return picture === null || isSimulated !== state.current.services.simulated
    ? null
    : downloadedAt(picture);
}

function newestSentAt({ page, now }: StoredTraces): number | null {
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
  const pastTimes = times.filter((at) => at <= now());
  return pastTimes.length === 0 ? null : Math.max(...pastTimes);
}
