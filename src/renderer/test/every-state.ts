// The states in which every view is checked, as main sends them to a new window.
import { fail, ok, type Failure } from '#shared/failure.ts';
import type { PostState, PostSummary } from '#shared/journal/journal.ts';
import type { ArchiveDay } from '#shared/picture/archive.ts';
import { failedRemote, idleRemote, loadingRemote, readyRemote } from '#shared/remote.ts';
import type { Activity, AppState } from '#shared/state.ts';
import { unknownStation } from '#shared/station/station.ts';
import type { Answers } from './bridge-double.ts';
import {
  accepted,
  appState,
  dayPicture,
  failing,
  journalOf,
  passAt,
  post,
  quiet,
  sending,
  unreachable,
  waiting,
} from './states.ts';
import { eveningSoon, transitHere, transitSoon } from './sky-states.ts';
import { berlin, knownStation } from './station-states.ts';

interface Situation {
  readonly state: AppState;
  readonly answers: Answers;
}

const hour = 3_600_000;
const day = 24 * hour;
const broken: Failure = { kind: 'unavailable', status: 503, retryAt: null };
const never = <T>(): Promise<T> => new Promise(() => undefined);

const unasked: Activity = {
  lastSuccessAt: null,
  lastFailure: null,
  next: { at: null, reason: 'starting' },
  since: null,
};
const neverAnswered: Activity = {
  ...failing,
  lastSuccessAt: null,
  lastFailure: { at: Date.now() - 1000, firstAt: Date.now() - hour, failure: broken },
};
const all = (activity: Activity): AppState['activities'] => ({
  picture: activity,
  position: activity,
  posts: activity,
});

const refused: PostState = {
  kind: 'refused',
  operation: 'create',
  at: Date.now() - hour,
  failure: { kind: 'refused', status: 422, message: 'title is too long' },
};
const deleting: PostState = { kind: 'deleting', turn: 2, attempts: 0, lastFailure: null };
const posts: PostSummary[] = [
  post('Notes for the meteors of December', { kind: 'draft' }),
  post('A halo around the moon', waiting),
  post('Station pass: 21:14', sending),
  post('First light', accepted),
  post('The Milky Way from the balcony', refused),
  post('A plane, not the station', deleting),
];

/** Days of the archive, the newest first: with and without thumbnail, a video, a favourite. */
const days: ArchiveDay[] = Array.from({ length: 30 }, (_, ago) => ({
  date: new Date(Date.now() - ago * day).toISOString().slice(0, 10),
  title: `The Sombrero Galaxy in Infrared, seen for the ${ago + 1}. time`,
  credit: null,
  mediaType: ago === 3 ? 'video' : 'image',
  hasFile: ago !== 2,
  thumbnail: ago === 1 || ago === 3 ? null : '5e4bed.jpg',
}));
const log = ['2026-11-21 17:20:00.000 [info] picture: asked', '2026-11-21 17:20:01.000 [warn] no'];

const full: Situation = {
  state: appState({
    services: { source: 'embedded', simulated: true },
    activities: all(quiet),
    archive: { days: days.length, files: 28, bytes: 90_000_000 },
    picture: readyRemote(dayPicture, Date.now()),
    choice: {
      ...appState().choice,
      pinned: dayPicture.record.date,
      favourites: [days[0]?.date ?? ''],
    },
    station: knownStation({
      passes: [
        passAt(Date.now() + hour, false),
        passAt(Date.now() + 3 * hour, true),
        passAt(Date.now() + day, true),
      ],
      observer: { ...berlin, altitudeSigma: 30, source: 'settings' },
      transits: { found: [transitSoon(), transitHere()], until: Date.now() + 14 * day },
    }),
    journal: journalOf(posts),
  }),
  answers: {
    posts,
    log,
    evening: eveningSoon(),
    archive: () => Promise.resolve(ok({ days, next: null })),
    month: () => Promise.resolve(ok(days)),
  },
};

/** The state at the first start. */
const empty = {
  picture: idleRemote,
  station: unknownStation,
} satisfies Partial<AppState>;

export const situations = {
  empty: { state: appState({ ...empty, activities: all(unasked) }), answers: { posts: [] } },
  loading: {
    state: appState({
      activities: all(unasked),
      picture: loadingRemote(idleRemote, Date.now()),
      station: { ...unknownStation, fix: loadingRemote(idleRemote, Date.now()) },
      supply: {
        ...appState().supply,
        download: { date: dayPicture.record.date, bytes: 1_000_000, total: 4_000_000 },
      },
    }),
    answers: { archive: never, month: never, posts: [], pending: true },
  },
  failed: {
    state: appState({
      activities: all(neverAnswered),
      picture: failedRemote(idleRemote, broken, Date.now()),
      station: { ...unknownStation, fix: failedRemote(idleRemote, broken, Date.now()) },
      wallpaper: {
        kind: 'failed',
        date: dayPicture.record.date,
        backend: 'xfce',
        detail: 'xfconf-query: not found',
        at: Date.now(),
        retryAt: Date.now() + hour,
      },
      journal: journalOf([post('The Milky Way from the balcony', refused)], { durable: false }),
    }),
    answers: {
      posts: posts.filter(({ state }) => state.kind === 'refused'),
      archive: () => Promise.resolve(fail({ kind: 'storage', code: 'EIO' })),
      month: () => Promise.resolve(fail({ kind: 'storage', code: 'EIO' })),
      command: Promise.resolve(fail(unreachable)),
    },
  },
  offline: {
    state: {
      ...full.state,
      activities: all(failing),
      picture: failedRemote(full.state.picture, unreachable, Date.now()),
    },
    answers: full.answers,
  },
  paused: {
    state: { ...full.state, suspension: { paused: 'indefinite', power: 'awake' } },
    answers: full.answers,
  },
  full,
} as const satisfies Readonly<Record<string, Situation>>;
