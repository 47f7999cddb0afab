import { noSuspension } from '#shared/app.ts';
import { emptyArchive } from '#shared/picture/archive.ts';
import type { Failure } from '#shared/failure.ts';
import {
  zeroPostCounts,
  emptyJournalStatus,
  type JournalPost,
  type JournalStatus,
  type PostState,
  type PostSummary,
} from '#shared/journal/journal.ts';
import type { PassPost } from '#shared/journal/pass-posts.ts';
import { noManagedState } from '#shared/settings/managed.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { noPictureChoice, noPictureSupply, type DayPicture } from '#shared/picture/picture.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Activity, AppState } from '#shared/state.ts';
import { noSelection } from '#shared/wallpaper/selection.ts';
import { unknownStation, type Fix } from '#shared/station/station.ts';

export const unreachableFailure: Failure = { kind: 'offline', reason: 'refused' };

export const quietActivity: Activity = {
  lastSuccessAt: Date.now() - 60_000,
  lastFailure: null,
  next: { at: null, reason: 'picture-here' },
  since: Date.now() - 60_000,
};

export const failingActivity: Activity = {
  lastSuccessAt: Date.now() - 3_600_000,
  lastFailure: { at: Date.now() - 1000, firstAt: Date.now() - 60_000, failure: unreachableFailure },
  next: { at: Date.now() + 120_000, reason: 'retrying' },
  since: Date.now() - 1000,
};

export const dayPicture: DayPicture = {
  record: {
    date: '2019-07-16',
    title: 'The Sombrero Galaxy in Infrared',
    explanation: `This floating ring is the size of a galaxy. In fact, it is a galaxy, or at least part of one: the photogenic Sombrero Galaxy, one of the largest galaxies in the nearby Virgo Cluster.

The dark band of dust that hides the middle of the galaxy in visible light glows brightly in infrared light. The picture shows that glow, recorded by a telescope in orbit and laid in false colour over a picture in visible light. The galaxy is about 50,000 light years across and lies 28 million light years away. A small telescope shows it in the direction of the constellation of the Maiden.`,
    credit: 'R. Kennicutt (Steward Obs.) et al., SSC, JPL, Caltech, NASA',
    mediaType: 'image',
    url: 'https://pictures.example/sombrero.jpg',
    hdUrl: null,
    thumbnailUrl: null,
    links: [],
    alt: null,
    pageUrl: null,
    servedBy: 'legacy',
  },
  file: {
    name: '2019-07-16-0123abcd.jpg',
    format: 'jpeg',
    bytes: 300_000,
    width: 1600,
    height: 1000,
  },
};

export const videoDay: DayPicture = {
  record: { ...dayPicture.record, title: 'A Flight over Jupiter', mediaType: 'video' },
  file: null,
};

/** A fix `ageMs` milliseconds old. */
export const fixAt = (latitude: number, longitude: number, ageMs = 4000): Fix => ({
  time: (Date.now() - ageMs) / 1000,
  latitude,
  longitude,
  receivedAt: Date.now() - ageMs,
});

/** A pass that begins at `at` (milliseconds since the Unix epoch), from west over south to east. */
export function passAt(at: number, visible: boolean): Pass {
  const t = Math.floor(at / 1000);
  const moment = (after: number, azimuth: number, elevation: number) => ({
    t: t + after,
    azimuth,
    elevation,
    rangeKm: 2000,
  });
  const [rise, set] = [moment(0, 270, 0), moment(360, 90, 0)];
  return {
    rise,
    peak: moment(180, 181, 67.2),
    set,
    seen: { rise, set },
    visible,
    reason: visible ? null : 'in-shadow',
    visibleFrom: visible ? t + 40 : null,
    visibleTo: visible ? t + 300 : null,
    brightness: visible ? { magnitude: -3.4, band: 'jupiter' } : null,
  };
}

export const waitingState: PostState = { kind: 'waiting', turn: 1, attempts: 0, lastFailure: null };
export const sendingState: PostState = {
  kind: 'sending',
  operation: 'create',
  turn: 1,
  attempts: 1,
  edit: 'none',
  remove: false,
};
export const acceptedState: PostState = { kind: 'accepted' };

let postCount = 0;
/** Creates a post for the list. Each post is older than the one created before. */
export function post(titleStart: string, state: PostState): PostSummary {
  postCount += 1;
  const createdAt = Date.now() - postCount * 3_600_000;
  const receipt = { operation: 'create', at: createdAt, status: 201, serviceId: 101 } as const;
  return {
    id: `00000000-0000-4000-8000-${String(postCount).padStart(12, '0')}`,
    sequence: 1_000_000 - postCount,
    slot: 7,
    titleStart,
    bodyStart:
      'Clear sky from dusk on. The station crossed from west to north-east in five minutes.',
    createdAt,
    changedAt: createdAt,
    possiblyAccepted: false,
    photo: null,
    published: state.kind !== 'draft',
    lastAccepted: state.kind === 'accepted' ? receipt : null,
    state,
  };
}

/** A post about a pass from west over south to east that began at `at`, milliseconds since the Unix epoch. */
export const passPost = (n: number, at: number, changes: Partial<PassPost> = {}): PassPost => ({
  id: `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`,
  createdAt: n,
  titleStart: `Pass ${n}`,
  at,
  path: { rise: 270, peak: 181, height: 67, set: 90 },
  ...changes,
});

/** A post of the list with its whole text. */
export function wholePostOf({
  titleStart,
  bodyStart,
  lastAccepted,
  ...common
}: PostSummary): JournalPost {
  const text = { title: titleStart, body: bodyStart };
  return { ...common, ...text, lastAccepted: lastAccepted && { ...lastAccepted, ...text } };
}

/** The journal part of AppState for these posts. */
export function journalOf(
  posts: readonly PostSummary[],
  changes: Partial<JournalStatus> = {},
): JournalStatus {
  const counts = { ...zeroPostCounts };
  for (const { state } of posts) counts[state.kind] += 1;
  return { ...emptyJournalStatus, counts, ...changes };
}

/** The state of an app with complete data. `changes` replace the given fields. */
export const appState = (changes: Partial<AppState> = {}): AppState => ({
  revision: 1,
  version: '0.1.0',
  services: { source: 'live', simulated: false },
  launchServices: null,
  sandboxed: true,
  settings: defaultSettings,
  settingsReset: null,
  managed: noManagedState,
  language: { language: 'en', formats: 'en' },
  apiKey: { isSet: true, storage: 'keyring' },
  suspension: noSuspension,
  loginItem: 'off',
  archive: emptyArchive,
  activities: { picture: quietActivity, position: quietActivity, posts: quietActivity },
  picture: { status: 'ready', at: Date.now(), last: dayPicture, lastAt: Date.now() },
  supply: noPictureSupply,
  choice: noPictureChoice,
  wallpaper: { kind: 'untouched' },
  selection: noSelection,
  ownWallpaper: 'shown',
  ownIsSpotlight: false,
  wallpaperCommandFailure: null,
  lockScreen: { offer: 'none', failure: null },
  station: {
    ...unknownStation,
    fix: { status: 'ready', at: Date.now(), last: fixAt(12.34, -45.6), lastAt: Date.now() },
  },
  journal: emptyJournalStatus,
  update: { status: 'off', reason: 'no-feed' },
  ...changes,
});
