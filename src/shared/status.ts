import { needInWords, needsOf } from './needs.ts';
import type { ApiKeyState } from './settings.ts';
import { isStanding } from './standing.ts';
import type { Activity, AppState, ServiceName } from './state.ts';
import { until } from './time-words.ts';
import { countUnsent } from './unsent.ts';
import { describeFailure } from './words.ts';

/** What is said of one service. Times are milliseconds since the Unix epoch. */
export interface ServiceStatus {
  readonly waitsFor: string;
  readonly since: number | null;
  /** Null: it waits for an event, not for a time. */
  readonly nextAt: number | null;
  readonly lastSuccessAt: number | null;
  readonly lastFailure: { readonly at: number; readonly words: string } | null;
  /** What the service said last of the key’s quota. */
  readonly quota: {
    readonly remaining: number;
    readonly limit: number | null;
    readonly at: number;
  } | null;
}

/** How things stand: the same in the tray, in the Why view and on the command line. */
export interface Status {
  readonly version: string;
  /** What the app waits for, and when it acts. */
  readonly headline: string;
  /** What the person must do, the most pressing first. */
  readonly needsYou: readonly string[];
  readonly simulated: boolean;
  readonly source: 'live' | 'embedded' | 'own';
  readonly apiKey: ApiKeyState;
  readonly today: { readonly date: string; readonly title: string } | null;
  readonly wallpaper: string;
  readonly journal: { readonly unsent: number; readonly refused: number };
  readonly services: Readonly<Record<ServiceName, ServiceStatus>>;
}

export const serviceWords: Readonly<Record<ServiceName, string>> = {
  picture: 'Picture',
  position: 'Station',
  posts: 'Journal',
};

/** Pure; `now` is in milliseconds since the Unix epoch. */
export function statusOf(state: AppState, now: number): Status {
  const { activities, picture, journal, services } = state;
  const { last } = picture;
  const quota = state.supply.quota;
  return {
    version: state.version,
    headline: headlineOf(state, now),
    needsYou: needsOf(state).map(needInWords),
    simulated: services.simulated,
    source: services.source,
    apiKey: state.apiKey,
    today: last === null ? null : { date: last.record.date, title: last.record.title },
    wallpaper: wallpaperWords(state),
    journal: { unsent: countUnsent(journal.counts), refused: journal.counts.refused },
    services: {
      picture: serviceStatus(activities.picture, quota),
      position: serviceStatus(activities.position, null),
      posts: serviceStatus(activities.posts, null),
    },
  };
}

function serviceStatus(activity: Activity, quota: ServiceStatus['quota']): ServiceStatus {
  const { next, since, lastSuccessAt, lastFailure } = activity;
  return {
    waitsFor: next.reason,
    since,
    nextAt: next.at,
    lastSuccessAt,
    lastFailure: lastFailure && {
      at: lastFailure.at,
      words: describeFailure(lastFailure.failure),
    },
    quota,
  };
}

/** One sentence: what the app waits for, and when it acts. */
function headlineOf(state: AppState, now: number): string {
  const { rest, activities } = state;
  const { paused } = rest;
  if (paused === 'resumed') return 'Paused until you resume; nothing is asked of any service.';
  if (paused !== null && paused > now)
    return `Paused until ${until(paused, now)}; nothing is asked of any service.`;
  if (rest.power === 'asleep') return 'The computer sleeps; the app goes on when it wakes up.';
  if (rest.power === 'locked')
    return 'The screen is locked; the app goes on when you come back, and sends what you wrote.';
  const [need] = needsOf(state);
  if (need !== undefined) return needInWords(need);
  const next = nextOf(state);
  const isOffline = Object.values(activities).every(
    (activity) => isStanding(activity) && activity.lastFailure?.failure.kind === 'offline',
  );
  const when = next === null ? null : next.at <= now ? 'now' : `at ${until(next.at, now)}`;
  if (isOffline)
    return `The network seems to be down; the app tries again ${when ?? 'when something changes'}.`;
  if (next === null || when === null) return 'Nothing is due; the app waits for you.';
  return `${serviceWords[next.service]}: ${next.reason}. Next request ${when}.`;
}

/** Which service is asked first. */
function nextOf({
  activities,
}: AppState): { service: ServiceName; at: number; reason: string } | null {
  const planned = (['picture', 'position', 'posts'] as const).flatMap((service) => {
    const { at, reason } = activities[service].next;
    return at === null ? [] : [{ service, at, reason }];
  });
  return planned.sort((a, b) => a.at - b.at)[0] ?? null;
}

function wallpaperWords({ wallpaper }: AppState): string {
  switch (wallpaper.kind) {
    case 'untouched':
      return 'not set by the app';
    case 'setting':
      return `being set to the picture of ${wallpaper.date}`;
    case 'set':
      return `the picture of ${wallpaper.date}${wallpaper.verified ? '' : ', as far as the desktop says'}`;
    case 'failed':
      return `not set: ${wallpaper.detail}`;
  }
}

/** Where the API key is kept, in plain words for the person. */
export function apiKeyWords({ isSet, kept }: ApiKeyState): string {
  if (!isSet && kept === 'environment')
    return 'The key of the variable OVERHEAD_API_KEY is not for this picture service. The public key is used.';
  if (!isSet && kept !== null)
    return 'Your key was set for another picture service, and this one does not get it. The public key is used.';
  if (!isSet) return 'No key is set. The public key is used, with its small quota.';
  switch (kept) {
    case 'keyring':
      return 'Your key is set, and kept encrypted by this system.';
    case 'plain':
      return 'Your key is set. This system has no keyring, so that every program that you run could read it.';
    case 'environment':
      return 'A key is given by the variable OVERHEAD_API_KEY, which goes before a key set here.';
    case 'memory':
    case null:
      return 'Your key is set until the app ends: it could not be kept on this system.';
  }
}
