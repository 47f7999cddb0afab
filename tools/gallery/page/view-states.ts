import { ok } from '#shared/failure.ts';
import type { ArchiveDay, ArchiveQuery } from '#shared/picture/archive.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import type { ViewId } from '../../../src/renderer/src/app/views.ts';
import { addDays, todayHere } from '../../../src/renderer/src/ui/month.ts';
import type { Answers } from '../../../src/renderer/test/bridge-double.ts';
import { knownStation } from '../../../src/renderer/test/station-states.ts';
import {
  accepted,
  appState,
  inTrouble,
  journalOf,
  post,
  unreachable,
  videoDay,
  waiting,
} from '../../../src/renderer/test/states.ts';

interface ViewState {
  readonly view: ViewId;
  readonly state: AppState;
  readonly answers?: Answers;
}

const now = Date.now();
const today = todayHere(new Date(now));
const names = ['The Sombrero Galaxy', 'A Flight over Jupiter', 'Aurora over Norway', 'Saturn'];
const days = Array.from({ length: 60 }, (_, ago): ArchiveDay => {
  const title = names[ago % names.length] ?? '';
  const isVideo = ago % names.length === 1;
  return {
    date: addDays(today, -ago),
    title,
    credit: null,
    mediaType: isVideo ? 'video' : 'image',
    hasFile: !isVideo,
    thumbnail: isVideo ? null : '5e4bed.jpg',
  };
});

const archive: Answers['archive'] = ({ words, before, limit }: ArchiveQuery) => {
  const found = days.filter(
    ({ date, title }) => (before === null || date < before) && title.includes(words),
  );
  const shown = found.slice(0, limit);
  return Promise.resolve(
    ok({ days: shown, next: found.length > limit ? (shown.at(-1)?.date ?? null) : null }),
  );
};
const month: Answers['month'] = (name) =>
  Promise.resolve(ok(days.filter(({ date }) => date.startsWith(name))));

function journal(): ViewState {
  const posts = [
    post('Three passes in one evening', waiting),
    post('First light', accepted),
    post('A draft about Saturn', { kind: 'draft' }),
    post('Clouds', accepted),
  ];
  return { view: 'journal', state: appState({ journal: journalOf(posts) }), answers: { posts } };
}

const ready = (last: DayPicture): AppState['picture'] => ({
  status: 'ready',
  at: now,
  last,
  lastAt: now,
});

/** The main views in the states that a person meets. Made when asked for: they tell the time. */
export const viewStates: Readonly<Record<string, () => ViewState>> = {
  today: () => ({ view: 'today', state: appState() }),
  'today-video': () => ({ view: 'today', state: appState({ picture: ready(videoDay) }) }),
  'today-trouble': () => ({
    view: 'today',
    state: appState({
      activities: { ...appState().activities, picture: inTrouble },
      picture: { status: 'failed', at: now, failure: unreachable, last: null, lastAt: null },
    }),
  }),
  archive: () => ({
    view: 'archive',
    state: appState({ archive: { days: 60, files: 45, bytes: 61_000_000 } }),
    answers: { archive, month },
  }),
  'archive-empty': () => ({ view: 'archive', state: appState() }),
  station: () => ({ view: 'station', state: appState({ station: knownStation() }) }),
  'station-unknown': () => ({ view: 'station', state: appState() }),
  journal,
  'journal-empty': () => ({ view: 'journal', state: appState() }),
  settings: () => ({ view: 'settings', state: appState() }),
  status: () => ({ view: 'status', state: appState() }),
  'status-trouble': () => ({
    view: 'status',
    state: appState({
      activities: { picture: inTrouble, position: inTrouble, posts: inTrouble },
    }),
  }),
};
