import type { PageQuery, PostPage } from '#shared/journal/journal.ts';
import type { Result } from '#shared/failure.ts';
import type { StateHolder } from '../app-state.ts';
import type { DayPicture } from '#shared/picture/picture.ts';

/** What an earlier run left behind. */
export interface Traces {
  readonly state: StateHolder;
  readonly newest: () => DayPicture | null;
  /** When the file of a picture came, milliseconds since the Unix epoch; null where that cannot be told. */
  readonly cameAt: (picture: DayPicture) => number | null;
  readonly page: (query: PageQuery) => Result<PostPage>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Among so many posts, the newest first, the one that was sent last is looked for. */
const looked = 50;

/**
 * Notes when each service worked last in an earlier run, as what was kept of it tells: a restart is no reason to say
 * that nothing ever worked. What this run has noted stays. A time in the future was noted under a wrong clock: it
 * would hide every failure until then.
 */
export function recallSuccesses(traces: Traces): void {
  const { state, now } = traces;
  const found = {
    picture: pictureAt(traces),
    position: state.current.station.fix.last?.receivedAt ?? null,
    posts: sentAt(traces),
  };
  for (const name of ['picture', 'position', 'posts'] as const) {
    const at = found[name];
    if (at !== null && at <= now() && state.current.activities[name].lastSuccessAt === null)
      state.noteOutcome(name, at, null);
  }
}

/** A picture that was drawn here says nothing of the live services, nor the other way round. */
function pictureAt({ state, newest, cameAt }: Traces): number | null {
  const picture = newest();
  const isSimulated = picture?.record.simulated === true;
  return picture === null || isSimulated !== state.current.services.simulated
    ? null
    : cameAt(picture);
}

function sentAt({ page, now }: Traces): number | null {
  const newest = page({ before: null, limit: looked, words: '', state: 'everything' });
  if (!newest.ok) return null;
  const times = newest.value.posts.flatMap(({ lastAccepted, state }) => [
    ...(lastAccepted === null ? [] : [lastAccepted.at]),
    // A deletion of which the service never heard has no status.
    ...(state.kind === 'deleted' && state.status !== null ? [state.at] : []),
  ]);
  const past = times.filter((at) => at <= now());
  return past.length === 0 ? null : Math.max(...past);
}
