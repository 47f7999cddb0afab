import { statSync } from 'node:fs';
import { attempt } from '#platform/files/attempt.ts';
import { needsOf, type NeedKind } from '#shared/status/needs.ts';
import { isStanding } from '#shared/status/standing.ts';
import { serviceNames, type AppState, type ServiceName } from '#shared/state.ts';
import { inEnglish } from '#shared/language/language.ts';
import { isRefusal } from '#shared/status/status-of-service.ts';
import { describeFailure, sentence } from '#shared/words.ts';
import type { PageQuery, PostPage } from '#shared/journal/journal.ts';
import type { Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Activities } from './activities.ts';
import type { CoreServices } from './core-services.ts';

/** Restores when each service last worked, and logs from now on what fails and what works again. */
export function startChronicle(core: CoreServices, { journal }: Activities): void {
  const { clock, state, archive, source, log, disposals } = core;
  log.info(`Overhead ${state.current.version} starts with ${sources[source]}`);
  recallSuccesses({
    state,
    newest: () => archive.newest(),
    // The download's time is the file's last change.
    cameAt({ file }) {
      if (file === null) return null;
      const stat = attempt(() => statSync(archive.pathOf(file)));
      return stat.ok ? stat.value.mtimeMs : null;
    },
    page: (query) => journal.page(query),
    now: () => clock.now(),
  });
  disposals.add(keepChronicle({ state, tell: (line) => log.info(line) }));
}

const logNames: Readonly<Record<ServiceName, string>> = {
  picture: 'Picture',
  position: 'Station',
  posts: 'Journal',
};

const sources: Readonly<Record<CoreServices['source'], string>> = {
  live: 'the live services',
  embedded: 'simulated services on this machine',
  own: 'services of your own',
};

interface ChronicleOptions {
  readonly state: StateHolder;
  /** Writes one line to the log. */
  readonly tell: (line: string) => void;
}

/**
 * Logs what fails and what works again, once per change: an attempt that fails like the one before is not a change.
 * Returns a function that stops it.
 */
export function keepChronicle({ state, tell }: ChronicleOptions): () => void {
  const standing = new Map<ServiceName, string>();
  let needed: ReadonlyMap<NeedKind, string> = new Map();
  let before = state.current;

  function tellOf(name: ServiceName, now: AppState): void {
    const activity = now.activities[name];
    if (activity === before.activities[name]) return;
    // A service that refuses a post works, and its message may repeat the private post.
    const fails = isStanding(activity) && !(name === 'posts' && isRefusal(activity));
    const failure = fails ? activity.lastFailure?.failure : undefined;
    if (failure === undefined) {
      if (standing.delete(name)) tell(`${logNames[name]}: it works again.`);
      return;
    }
    const words = sentence(`${logNames[name]}: ${describeFailure(failure)}`);
    if (standing.get(name) === words) return;
    standing.set(name, words);
    tell(words);
  }

  /** Only the disk and the wallpaper: posts and settings are logged elsewhere. */
  function tellOfNeeds(now: AppState): void {
    const needs = inEnglish(() => needsOf(now)).filter(
      ({ kind }) => kind === 'disk' || kind === 'wallpaper',
    );
    const detail = now.wallpaper.kind === 'failed' ? now.wallpaper.detail : '';
    const texts = new Map(
      needs.map(({ kind, text }) => [
        kind,
        kind === 'wallpaper' && detail !== '' ? `${text}: ${detail}` : text,
      ]),
    );
    const unset = needed.get('wallpaper');
    // While it is set again, the need still exists.
    if (now.wallpaper.kind === 'setting' && unset !== undefined) texts.set('wallpaper', unset);
    for (const [kind, text] of texts) if (needed.get(kind) !== text) tell(sentence(text));
    for (const [kind, text] of needed) if (!texts.has(kind)) tell(`Over: ${text}.`);
    needed = texts;
  }

  function tellOfPosts({ journal: { counts } }: AppState): void {
    const more = counts.refused - before.journal.counts.refused;
    const posts = more === 1 ? 'a post' : `${more} posts`;
    if (more > 0) tell(`Journal: the service refused ${posts}. The journal says why.`);
  }

  function check(now: AppState): void {
    for (const name of serviceNames) tellOf(name, now);
    tellOfPosts(now);
    tellOfNeeds(now);
    before = now;
  }

  check(state.current);
  return state.subscribe(check);
}

/** What is stored of earlier runs. */
export interface Traces {
  readonly state: StateHolder;
  readonly newest: () => DayPicture | null;
  /** When the file of a picture was downloaded, milliseconds since the Unix epoch; null: unknown. */
  readonly cameAt: (picture: DayPicture) => number | null;
  readonly page: (query: PageQuery) => Result<PostPage>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** How many of the newest posts are searched for the one that was sent last. */
const looked = 50;

/**
 * Records when each service last worked in an earlier run, as far as stored data show it. Successes of this run stay.
 * Times in the future are ignored: they were stored under a wrong clock and would hide failures.
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

/** A simulated picture says nothing about the live services, and vice versa. */
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
    // A deletion that was never sent has no status.
    ...(state.kind === 'deleted' && state.status !== null ? [state.at] : []),
  ]);
  const past = times.filter((at) => at <= now());
  return past.length === 0 ? null : Math.max(...past);
}
