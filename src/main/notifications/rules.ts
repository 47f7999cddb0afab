import type { View } from '#shared/app.ts';
import { needsOf, type Need, type NeedKind } from '#shared/status/needs.ts';
import type { AppState } from '#shared/state.ts';
import { sentence } from '#shared/words.ts';
import { alertNotice } from './alert-notice.ts';
import { isQuiet } from '#station/index.ts';
import type { Notice } from './notice.ts';

/** What is to be told at `now` (milliseconds since the Unix epoch), given the keys that were shown before. Pure. */
export function noticesFor(state: AppState, shown: ReadonlySet<string>, now: number): Notice[] {
  if (inQuietHours(state, now)) return [];
  return [...newPicture(state, shown), ...pass(state, shown), ...trouble(state, shown)];
}

/** The quiet hours of the settings, in the zone of the system. They hold for everything. */
export function inQuietHours({ station }: AppState, now: number): boolean {
  const { quiet } = station.alerts;
  const time = new Date(now);
  return quiet !== null && isQuiet(time.getHours() * 60 + time.getMinutes(), quiet);
}

function newPicture(state: AppState, shown: ReadonlySet<string>): Notice[] {
  const { picture, settings, services } = state;
  if (!settings.notifications.newPicture) return [];
  // Only a picture that is news: one kept from an earlier day is not announced while a newer is looked for.
  if (picture.status !== 'ready' || picture.last.file === null) return [];
  const { date, title, credit } = picture.last.record;
  const key = `picture:${date}`;
  if (shown.has(key)) return [];
  const mark = services.simulated ? 'Simulated: ' : '';
  return [
    {
      key,
      kind: 'picture',
      title: 'New picture of the day',
      body: `${mark}${title}${credit === null ? '' : ` — ${credit}`}`,
      short: `New picture: ${mark}${title}.`,
      click: { kind: 'open', view: 'today' },
      actions: [
        settings.wallpaper.enabled
          ? {
              label: 'Not this one',
              command: { kind: 'decide', decision: { kind: 'skip', date } },
            }
          : { label: 'Set as wallpaper', command: { kind: 'set-wallpaper', date } },
      ],
      until: null,
    },
  ];
}

function pass({ station, services }: AppState, shown: ReadonlySet<string>): Notice[] {
  const notice = station.alert && alertNotice(station.alert, shown, services.simulated);
  return notice === null ? [] : [notice];
}

export const troubleKey = (kind: NeedKind): string => `trouble:${kind}`;

/** One at a time, the worst: behind a full disk there is often more. */
function trouble(state: AppState, shown: ReadonlySet<string>): Notice[] {
  if (!state.settings.notifications.trouble) return [];
  const [worst] = needsOf(state);
  if (worst === undefined || shown.has(troubleKey(worst.kind))) return [];
  return [troubleNotice(worst)];
}

function troubleNotice({ kind, text, advice, opens }: Need): Notice {
  return {
    key: troubleKey(kind),
    kind: 'trouble',
    title: `Overhead needs you: ${text}`,
    body: `${advice} ${clickWords[opens] ?? 'A click says more.'}`,
    short: sentence(text),
    click: { kind: 'open', view: opens },
    actions: [],
    until: null,
  };
}

const clickWords: Partial<Record<View, string>> = {
  settings: 'A click opens the settings.',
  journal: 'A click opens the journal.',
};

/**
 * The troubles that are surely over, so that the next of their kind is told.
 *
 * @param since when this run began, milliseconds since the Unix epoch: what worked before it settles nothing
 */
export function settledKinds(
  state: AppState,
  before: ReadonlySet<NeedKind>,
  since: number,
): NeedKind[] {
  const standing = new Set(needsOf(state).map(({ kind }) => kind));
  // Another key, or other settings, may have come while the app was not running, or as it ended.
  const isKeyTaken = (state.activities.picture.lastSuccessAt ?? -Infinity) >= since;
  const known: NeedKind[] = isKeyTaken ? ['key', 'settings-reset'] : ['settings-reset'];
  return [...new Set([...before, ...known])].filter((kind) => !standing.has(kind));
}

/** Several things that happened while nobody looked, as one notice. `now` makes its key. */
export function summaryOf(notices: readonly Notice[], now: number): Notice {
  const trouble = notices.find(({ kind }) => kind === 'trouble');
  const worst = trouble ?? notices.find(({ kind }) => kind === 'pass') ?? notices[0];
  return {
    key: `summary:${now}`,
    kind: 'summary',
    title: 'While you were away',
    body: notices.map(({ short }) => short).join('\n'),
    short: '',
    click: worst?.click ?? { kind: 'open', view: 'today' },
    actions: worst?.actions ?? [],
    until: notices.find(({ kind }) => kind === 'pass')?.until ?? null,
  };
}
