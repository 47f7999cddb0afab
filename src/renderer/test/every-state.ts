// The states in which every view is checked, as main sends them to a new window.
import { fail, ok, type Failure } from '#shared/failure.ts';
import type { PostState, PostSummary } from '#shared/journal/journal.ts';
import type { ArchiveDay } from '#shared/picture/archive.ts';
import { failedRemote, idleRemote, loadingRemote, readyRemote } from '#shared/remote.ts';
import type { Activity, AppState } from '#shared/state.ts';
import { unknownStation } from '#shared/station/station.ts';
import type { CommandAnswers } from './bridge-double.ts';
import {
  acceptedState,
  appState,
  dayPicture,
  failingActivity,
  journalOf,
  passAt,
  passPost,
  post,
  quietActivity,
  sendingState,
  unreachableFailure,
  waitingState,
} from './states.ts';
import { eveningSoon, transitHere, transitSoon } from './sky-states.ts';
import { berlinObserver, knownStation } from './station-states.ts';

interface Situation {
  readonly state: AppState;
  readonly answers: CommandAnswers;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const brokenFailure: Failure = { kind: 'unavailable', status: 503, retryAt: null };
const neverSettles = <T>(): Promise<T> => new Promise(() => undefined);

const unaskedActivity: Activity = {
  lastSuccessAt: null,
  lastFailure: null,
  next: { at: null, reason: 'starting' },
  since: null,
};
const neverAnswered: Activity = {
  ...failingActivity,
  lastSuccessAt: null,
  lastFailure: { at: Date.now() - 1000, firstAt: Date.now() - hourMs, failure: brokenFailure },
};
const activitiesOf = (activity: Activity): AppState['activities'] => ({
  picture: activity,
  position: activity,
  posts: activity,
});

const refusedState: PostState = {
  kind: 'refused',
  operation: 'create',
  at: Date.now() - hourMs,
  failure: { kind: 'refused', status: 422, message: 'title is too long' },
};
const deletingState: PostState = { kind: 'deleting', turn: 2, attempts: 0, lastFailure: null };
const posts: PostSummary[] = [
  post('Notes for the meteors of December', { kind: 'draft' }),
  post('A halo around the moon', waitingState),
  post('Station pass: 21:14', sendingState),
  post('First light', acceptedState),
  post('The Milky Way from the balcony', refusedState),
  post('A plane, not the station', deletingState),
];

/** Days of the archive, the newest first: with and without thumbnail, a video, a favourite. */
const days: ArchiveDay[] = Array.from({ length: 30 }, (_, ago) => ({
  date: new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10),
  title: `The Sombrero Galaxy in Infrared, seen for the ${ago + 1}. time`,
  credit: null,
  mediaType: ago === 3 ? 'video' : 'image',
  hasFile: ago !== 2,
  thumbnail: ago === 1 || ago === 3 ? null : '5e4bed.jpg',
}));
const log = ['2026-11-21 17:20:00.000 [info] picture: asked', '2026-11-21 17:20:01.000 [warn] no'];

const fullSituation: Situation = {
  state: appState({
    services: { source: 'embedded', simulated: true },
    activities: activitiesOf(quietActivity),
    archive: { days: days.length, files: 28, bytes: 90_000_000 },
    picture: readyRemote(dayPicture, Date.now()),
    choice: {
      ...appState().choice,
      pinned: dayPicture.record.date,
      favourites: [days[0]?.date ?? ''],
    },
    station: knownStation({
      passes: [
        passAt(Date.now() + hourMs, false),
        passAt(Date.now() + 3 * hourMs, true),
        passAt(Date.now() + dayMs, true),
      ],
      observer: { ...berlinObserver, altitudeSigma: 30, source: 'settings' },
      transits: { list: [transitSoon(), transitHere()], until: Date.now() + 14 * dayMs },
    }),
    journal: journalOf(posts),
  }),
  answers: {
    posts,
    log,
    evening: eveningSoon(),
    archive: () => Promise.resolve(ok({ days, next: null })),
    month: () => Promise.resolve(ok(days)),
    passes: () =>
      Promise.resolve(
        ok({
          posts: [3, 30].map((ago) => passPost(ago, Date.now() - ago * dayMs)),
          hasMore: true,
        }),
      ),
  },
};

/** The state at the first start. */
const emptyState = {
  picture: idleRemote,
  station: unknownStation,
} satisfies Partial<AppState>;

export const situations = {
  empty: {
    state: appState({ ...emptyState, activities: activitiesOf(unaskedActivity) }),
    answers: { posts: [] },
  },
  loading: {
    state: appState({
      activities: activitiesOf(unaskedActivity),
      picture: loadingRemote(idleRemote, Date.now()),
      station: { ...unknownStation, fix: loadingRemote(idleRemote, Date.now()) },
      supply: {
        ...appState().supply,
        download: { date: dayPicture.record.date, bytes: 1_000_000, total: 4_000_000 },
      },
    }),
    answers: { archive: neverSettles, month: neverSettles, posts: [], pending: true },
  },
  failed: {
    state: appState({
      activities: activitiesOf(neverAnswered),
      picture: failedRemote(idleRemote, brokenFailure, Date.now()),
      station: { ...unknownStation, fix: failedRemote(idleRemote, brokenFailure, Date.now()) },
      wallpaper: {
        kind: 'failed',
        date: dayPicture.record.date,
        backend: 'xfce',
        detail: 'xfconf-query: not found',
        at: Date.now(),
        retryAt: Date.now() + hourMs,
      },
      journal: journalOf([post('The Milky Way from the balcony', refusedState)], {
        durable: false,
      }),
    }),
    answers: {
      posts: posts.filter(({ state }) => state.kind === 'refused'),
      archive: () => Promise.resolve(fail({ kind: 'storage', code: 'EIO' })),
      month: () => Promise.resolve(fail({ kind: 'storage', code: 'EIO' })),
      command: Promise.resolve(fail(unreachableFailure)),
    },
  },
  offline: {
    state: {
      ...fullSituation.state,
      activities: activitiesOf(failingActivity),
      picture: failedRemote(fullSituation.state.picture, unreachableFailure, Date.now()),
    },
    answers: fullSituation.answers,
  },
  paused: {
    state: { ...fullSituation.state, suspension: { paused: 'indefinite', power: 'awake' } },
    answers: fullSituation.answers,
  },
  full: fullSituation,
} as const satisfies Readonly<Record<string, Situation>>;
