import { sourceLines, type SourceLine } from '../picture/picture-sources.ts';
import { needInWords, needsOf } from './needs.ts';
import { nextPassInWords } from '../station/pass-forecast.ts';
import { networkDownSince } from '../network.ts';
import type { ApiKeyState } from '../settings/settings.ts';
import type { AppState, ServiceName } from '../state.ts';
import { serviceStatusOf, type ServiceStatus } from './status-of-service.ts';
import { dueAt, until } from '../time-words.ts';
import { countUnsent } from '../journal/unsent.ts';
import { nextAttempt } from '../wallpaper/wallpaper-words.ts';
import { describeFailure, sentence } from '../words.ts';

export { lastFailureInWords, type ServiceStatus } from './status-of-service.ts';

/** How things stand: the same in the tray, in the Status view and on the command line. */
export interface Status {
  readonly version: string;
  /** What the app waits for, and when it acts. */
  readonly headline: string;
  /** What the person must do, the most pressing first. */
  readonly needsYou: readonly string[];
  readonly simulated: boolean;
  /** False: Chromium runs without its sandbox. */
  readonly sandboxed: boolean;
  readonly source: 'live' | 'embedded' | 'own';
  readonly apiKey: ApiKeyState;
  readonly today: { readonly date: string; readonly title: string } | null;
  readonly wallpaper: string;
  /** The next pass of the station, or why none is known. */
  readonly nextPass: string;
  readonly journal: { readonly unsent: number; readonly refused: number };
  readonly services: Readonly<Record<ServiceName, ServiceStatus>>;
  /** What is known of each picture source, in the order of asking. */
  readonly pictureSources: readonly SourceLine[];
}

export const serviceWords: Readonly<Record<ServiceName, string>> = {
  picture: 'Picture',
  position: 'Station',
  posts: 'Journal',
};

/** What the log, the Status view and `--status` say when `sandboxed` is false. */
export const withoutSandboxWords =
  'Chromium runs without its sandbox, because the app was started with --no-sandbox. An AppImage adds this where the system forbids user namespaces; the deb package brings the permission for them.';

/** Pure; `now` is in milliseconds since the Unix epoch. */
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
    today: last === null ? null : { date: last.record.date, title: last.record.title },
    wallpaper: wallpaperWords(state),
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
  return isNow ? `now, ${words}` : words;
}

/** One sentence: what the app waits for, and when it acts. */
function headlineOf(state: AppState, now: number): string {
  const { suspension } = state;
  const { paused } = suspension;
  if (paused === 'indefinite') return 'Paused until you resume; nothing is asked of any service.';
  if (paused !== null && paused > now)
    return `Paused until ${until(paused, now)}; nothing is asked of any service.`;
  if (suspension.power === 'asleep')
    return 'The computer sleeps; the app goes on when it wakes up.';
  if (suspension.power === 'locked')
    return 'The screen is locked; the app goes on when you come back, and sends what you wrote.';
  const [need] = needsOf(state);
  if (need !== undefined) return needInWords(need);
  const next = nextOf(state);
  const down = networkDownSince(state);
  const when = next === null ? null : dueAt(next.at, now);
  if (down !== null)
    return `No network since ${until(down, now)}; ${when === null ? 'the app tries again when something changes' : `next try: ${when}`}.`;
  const trouble = troubleOf(state, now);
  if (trouble !== null) return trouble;
  if (next === null || when === null) return 'Nothing is due; the app waits for you.';
  return `${serviceWords[next.service]}: ${next.reason}. Next request: ${when}.`;
}

/** What matters most comes first. The position comes last: it comes and goes by itself. */
const byWeight: readonly ServiceName[] = ['picture', 'posts', 'position'];

/** The first service that does not work, and when it is tried again; null when all of them work. */
function troubleOf(state: AppState, now: number): string | null {
  const name = byWeight.find((service) => serviceStatusOf(state, service, now).troubled);
  const failure = name && state.activities[name].lastFailure?.failure;
  if (name === undefined || failure === undefined) return null;
  const { at } = state.activities[name].next;
  const retry = at === null ? '' : ` Next try: ${dueAt(at, now)}.`;
  return sentence(`${serviceWords[name]}: ${describeFailure(failure)}`) + retry;
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
      return `not set: ${wallpaper.detail}${nextAttempt(wallpaper)}`;
  }
}

/** Where the API key is kept, in plain words for the person. */
export function apiKeyWords({ isSet, kept }: ApiKeyState): string {
  if (!isSet && kept === 'environment')
    return 'The key of the variable OVERHEAD_API_KEY is not for this picture service. The public key is used.';
  if (kept === 'locked')
    return 'Your key is stored, but this system did not unlock it, so the public key is used. Quit and start the app again to unlock your key.';
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
