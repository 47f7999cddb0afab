import { m } from '#words';
import { failureSentence } from '../failure-words.ts';
import { sourceLines, type SourceLine } from '../picture/picture-sources.ts';
import { needInWords, needsOf } from './needs.ts';
import { nextPassInWords } from '../station/pass-forecast.ts';
import { networkDownSince } from '../network.ts';
import type { ManagedProblem, ManagedState } from '../settings/managed.ts';
import type { ApiKeyState } from '../settings/settings.ts';
import type { AppState, ServiceName } from '../state.ts';
import { serviceStatusOf, waitSentence, type ServiceStatus } from './status-of-service.ts';
import { calendarDay, dueInWords, sinceTime, untilTime } from '../time-words.ts';
import { countUnsent } from '../journal/unsent.ts';
import { notSetSentence } from '../wallpaper/wallpaper-words.ts';
import { joinSentences } from '../words.ts';

export { lastFailureInWords, type ServiceStatus } from './status-of-service.ts';

/** The state of the app: the same in the tray, in the Status view and on the command line. */
export interface Status {
  readonly version: string;
  /** The most important text: a pause, the first problem, or the next check, in words. */
  readonly headline: string;
  /** Sentences on the problems that only the user can solve, the most urgent first. */
  readonly needsYou: readonly string[];
  readonly simulated: boolean;
  /** False: Chromium runs without its sandbox. */
  readonly sandboxed: boolean;
  readonly source: 'live' | 'embedded' | 'own';
  readonly apiKey: ApiKeyState;
  /** The settings of the administrator. */
  readonly managed: ManagedState;
  readonly today: { readonly date: string; readonly title: string } | null;
  readonly wallpaper: string;
  /** Whether the desktop's setting was read back and is the app's wallpaper; null: the app has set no wallpaper. */
  readonly verified: boolean | null;
  /**
   * The app's picture on each display, the primary first; a single entry if all displays share a file, none if the app
   * has set no wallpaper.
   */
  readonly displays: readonly {
    /** The system's name of the display; empty where it has none. */
    readonly name: string;
    readonly date: string;
    /** Absolute path. */
    readonly file: string;
  }[];
  /** The next pass of the station, or why none is known. */
  readonly nextPass: string;
  readonly journal: { readonly unsent: number; readonly refused: number };
  readonly services: Readonly<Record<ServiceName, ServiceStatus>>;
  /** The status of each picture source, in the order of requests. */
  readonly pictureSources: readonly SourceLine[];
}

/** The names of the services on screen. */
export const serviceWords: Readonly<Record<ServiceName, string>> = {
  get picture() {
    return m.status_service_picture();
  },
  get position() {
    return m.status_service_position();
  },
  get posts() {
    return m.status_service_posts();
  },
};

/** The status of the app. Pure; `now` is in milliseconds since the Unix epoch. */
export function statusOf(state: AppState, now: number): Status {
  const { picture, journal, services } = state;
  const { last } = picture;
  return {
    version: state.version,
    headline: headlineOf(state, now),
    needsYou: needsOf(state).map(needInWords),
    simulated: services.simulated,
    sandboxed: state.sandboxed,
    source: services.source,
    apiKey: state.apiKey,
    managed: state.managed,
    today: last === null ? null : { date: last.record.date, title: last.record.title },
    wallpaper: wallpaperWords(state),
    verified: state.wallpaper.kind === 'set' ? state.wallpaper.verified : null,
    displays: displaysOf(state),
    nextPass: nextPassOf(state, now),
    journal: { unsent: countUnsent(journal.counts), refused: journal.counts.refused },
    services: {
      picture: serviceStatusOf(state, 'picture', now),
      position: serviceStatusOf(state, 'position', now),
      posts: serviceStatusOf(state, 'posts', now),
    },
    pictureSources: sourceLines(state, now),
  };
}

function nextPassOf({ station }: AppState, now: number): string {
  const { isNow, words } = nextPassInWords(station, now);
  return isNow ? m.forecast_now({ pass: words }) : words;
}

/** Why the app sends no requests, the most important problem, or the next check, in words. */
function headlineOf(state: AppState, now: number): string {
  const { suspension } = state;
  const { paused } = suspension;
  if (paused === 'indefinite') return m.status_paused_indefinitely();
  if (paused !== null && paused > now)
    return m.status_paused_until({ until: untilTime(paused, now) });
  if (suspension.power === 'asleep') return m.status_asleep();
  if (suspension.power === 'locked') return m.status_locked();
  const [need] = needsOf(state);
  if (need !== undefined) return needInWords(need);
  const nextRequest = nextOf(state);
  const downSince = networkDownSince(state);
  if (downSince !== null)
    return joinSentences([
      m.status_no_network_since({ since: sinceTime(downSince, now) }),
      nextRequest === null
        ? m.status_tries_when_changed()
        : m.status_next_try({ when: dueInWords(nextRequest.at, now) }),
    ]);
  const problem = problemInWords(state, now);
  if (problem !== null) return problem;
  if (nextRequest === null) return m.status_nothing_due();
  const { service, at } = nextRequest;
  const reason = waitSentence(state.activities[service]);
  return joinSentences([
    m.status_of_service({ service: serviceWords[service], sentence: reason }),
    m.status_next_request({ when: dueInWords(at, now) }),
  ]);
}

/** The order of importance. The position comes last because it often fails and recovers by itself. */
const servicesByWeight: readonly ServiceName[] = ['picture', 'posts', 'position'];

/** The first service that does not work, and the time of its next attempt; null when all of them work. */
function problemInWords(state: AppState, now: number): string | null {
  const name = servicesByWeight.find((service) => serviceStatusOf(state, service, now).hasProblem);
  const failure = name && state.activities[name].lastFailure?.failure;
  if (name === undefined || failure === undefined) return null;
  const { at } = state.activities[name].next;
  return joinSentences([
    m.status_of_service({ service: serviceWords[name], sentence: failureSentence(failure) }),
    ...(at === null ? [] : [m.status_next_try({ when: dueInWords(at, now) })]),
  ]);
}

/** The service with the earliest planned request. */
function nextOf({ activities }: AppState): { service: ServiceName; at: number } | null {
  const plannedRequests = (['picture', 'position', 'posts'] as const).flatMap((service) => {
    const { at } = activities[service].next;
    return at === null ? [] : [{ service, at }];
  });
  return plannedRequests.sort((a, b) => a.at - b.at)[0] ?? null;
}

function displaysOf({ wallpaper }: AppState): Status['displays'] {
  if (wallpaper.kind !== 'set') return [];
  const { displays, date, path } = wallpaper;
  if (displays === undefined) return [{ name: '', date, file: path }];
  return displays.map(({ label, date, path }) => ({ name: label, date, file: path }));
}

function wallpaperWords({ wallpaper }: AppState): string {
  switch (wallpaper.kind) {
    case 'untouched':
      return m.status_wallpaper_untouched();
    case 'setting':
      return m.status_wallpaper_setting({ date: calendarDay(wallpaper.date) });
    case 'set': {
      const date = calendarDay(wallpaper.date);
      return wallpaper.verified
        ? m.status_wallpaper_set({ date })
        : m.status_wallpaper_unverified({ date });
    }
    case 'failed':
      return m.status_wallpaper_failed({ why: notSetSentence(wallpaper) });
  }
}

/** Sentences about the settings of the administrator, including settings that cannot be used. */
export function managedWords({ place, locked, problem }: ManagedState): string[] {
  const keys = locked.join(', ');
  return [
    ...(locked.length === 0 ? [] : [m.status_managed({ keys, place })]),
    ...(problem === null ? [] : [managedProblemWords(place, problem)]),
  ];
}

function managedProblemWords(place: string, { reason, keys }: ManagedProblem): string {
  switch (reason) {
    case 'unreadable':
      return m.status_managed_unreadable({ place });
    case 'untrusted':
      return m.status_managed_untrusted({ place });
    case 'invalid':
      return m.status_managed_invalid({ keys: keys.join(', '), place });
  }
}

/** Where the API key is stored, in plain words for the user. */
export function apiKeyWords({ isSet, storage }: ApiKeyState): string {
  if (!isSet && storage === 'environment') return m.status_key_other_variable();
  if (storage === 'locked') return m.status_key_locked();
  if (!isSet && storage !== null) return m.status_key_other_service();
  if (!isSet) return m.status_key_none();
  switch (storage) {
    case 'keyring':
      return m.status_key_keyring();
    case 'plain':
      return m.status_key_plain();
    case 'environment':
      return m.status_key_environment();
    case 'memory':
    case null:
      return m.status_key_memory();
  }
}
