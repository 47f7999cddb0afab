import { join } from 'node:path';
import { it } from 'vitest';
import { noonMs, observerAtNoon, passAt } from '#test/support/any-state.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { expectRecord } from '#test/support/record.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { emptyJournalStatus, zeroPostCounts } from '#shared/journal/journal.ts';
import type { PictureChoice } from '#shared/picture/picture.ts';
import { failedRemote, idleRemote, loadingRemote, readyRemote } from '#shared/remote.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';
import { unknownStation } from '#shared/station/station.ts';
import { trayCountdown } from './countdown.ts';
import { trayIcon } from './icon.ts';
import { trayToolTip } from './lines.ts';
import { trayMenu, type MenuEntry } from './menu.ts';

const picture = readyRemote(dayPicture('2026-11-20', { title: 'Stars & dust' }), noonMs);
const fix = readyRemote(
  { time: noonMs / 1000 - 90, latitude: 12.34, longitude: -45.6, receivedAt: noonMs },
  noonMs,
);
const place = { at: noonMs - 60_000, latitude: -1.6, longitude: 45.4, altitudeKm: 420, sigmaKm: 1 };
const visible = (minutes: number) =>
  passAt(minutes, {
    visible: true,
    reason: null,
    visibleFrom: noonMs / 1000 + minutes * 60 + 60,
    visibleTo: noonMs / 1000 + minutes * 60 + 200,
  });
const set = {
  kind: 'set',
  path: '/a',
  backend: 'x',
  verified: true,
  at: noonMs,
  date: '2026-11-20',
} as const;
const refusal = { kind: 'refused', status: 422, message: 'No such parameter' } as const;
const offline = { kind: 'offline', reason: 'dns' } as const;
const download = { date: '2026-11-21', bytes: 999, total: 1_000 };
const archive = (files: number) => ({ days: files, files, bytes: 1 });
const pictures = (part: Partial<AppState>): Partial<AppState> => ({
  picture,
  archive: archive(2),
  ownWallpaper: 'kept',
  ...part,
});
const chosen = (part: Partial<PictureChoice>, more: Partial<AppState> = {}) =>
  pictures({ choice: { ...emptyContent.choice, ...part }, wallpaper: set, ...more });
const passes = (...all: ReturnType<typeof passAt>[]): Partial<AppState> => ({
  station: {
    ...unknownStation,
    fix,
    observer: observerAtNoon,
    passes: all,
    passesUntil: noonMs + 24 * 3_600_000,
  },
});
const { wallpaper } = defaultSettings;
const rotating: AppState['settings'] = {
  ...defaultSettings,
  wallpaper: { ...wallpaper, rotation: { ...wallpaper.rotation, pool: 'archive' } },
};
const counts = { ...zeroPostCounts, waiting: 1, sending: 1, deleting: 1, refused: 1 };

const states: Readonly<Record<string, Partial<AppState>>> = {
  'nothing yet': {},
  simulated: { services: { source: 'embedded', simulated: true } },
  'no picture, refused': { picture: failedRemote(idleRemote, refusal, noonMs) },
  'no picture, offline': { picture: failedRemote(idleRemote, offline, noonMs) },
  'no picture, looking': { picture: loadingRemote(idleRemote, noonMs) },
  'a download': pictures({ supply: { ...emptyContent.supply, download } }),
  'the first download': { supply: { ...emptyContent.supply, download } },
  'a picture without a file': pictures({
    picture: readyRemote({ ...dayPicture('2026-11-20'), file: null }, noonMs),
    archive: archive(0),
    ownWallpaper: 'unknown',
  }),
  'one picture': chosen({}, { archive: archive(1), ownWallpaper: 'shown' }),
  'two pictures, the newest on the desktop': chosen({}),
  'the earlier one': chosen({}, { wallpaper: { ...set, date: '2026-11-19' } }),
  'a rotation': chosen({}, { settings: rotating }),
  'a rotation, one picture': chosen({}, { settings: rotating, archive: archive(1) }),
  'a favorite in a rotation': chosen(
    { back: { to: '2026-11-18', since: '2026-11-20', rotated: true } },
    {
      settings: {
        ...defaultSettings,
        wallpaper: { ...wallpaper, rotation: { ...wallpaper.rotation, pool: 'favourites' } },
      },
      wallpaper: { ...set, date: '2026-11-18' },
    },
  ),
  'two displays': chosen(
    {},
    {
      settings: { ...defaultSettings, wallpaper: { ...wallpaper, others: 'archive' } },
      wallpaper: {
        ...set,
        displays: [
          { id: 1, label: 'DELL', date: '2026-11-20', path: '/a' },
          { id: 2, label: '', date: '2026-11-19', path: '/b' },
        ],
      },
    },
  ),
  'nothing set yet': pictures({}),
  restored: pictures({
    choice: { ...emptyContent.choice, back: { to: null, since: '2026-11-20' } },
  }),
  'restored, with a skip': pictures({
    choice: {
      ...emptyContent.choice,
      skipped: ['2026-11-20'],
      back: { to: null, since: '2026-11-20' },
    },
  }),
  'a newer picture after a restore': pictures({
    choice: { ...emptyContent.choice, back: { to: null, since: '2026-11-19' } },
  }),
  'skipped, still shown': chosen({ skipped: ['2026-11-18', '2026-11-20'] }),
  'skipped long ago': chosen({ skipped: ['2026-11-20', '2026-11-18'] }),
  pinned: chosen({ pinned: '2026-11-20' }),
  'a failed wallpaper': chosen(
    {},
    {
      wallpaper: {
        kind: 'failed',
        date: '2026-11-19',
        backend: null,
        detail: '',
        at: noonMs,
        retryAt: null,
      },
    },
  ),
  'posts, and a refused one': { journal: { ...emptyJournalStatus, counts } },
  'paused without end': { suspension: { paused: 'indefinite', power: 'awake' } },
  'paused for an hour': { suspension: { paused: noonMs + 3_600_000, power: 'awake' } },
  'paused until midnight': { suspension: { paused: noonMs + 12 * 3_600_000, power: 'awake' } },
  'paused until now': { suspension: { paused: noonMs, power: 'awake' } },
  'a position': { station: { ...unknownStation, fix } },
  'the last position': { station: { ...unknownStation, fix: failedRemote(fix, offline, noonMs) } },
  'a place': { station: { ...unknownStation, fix, place: { ...place, over: null } } },
  'a place over Kenya': { station: { ...unknownStation, place: { ...place, over: 'over Kenya' } } },
  'no pass': passes(),
  'a hidden pass': passes(passAt(50)),
  'a pass in shadow': passes(passAt(50, { reason: 'in-shadow' })),
  'a pass too low when lit': passes(passAt(50, { reason: 'too-low' })),
  'a hidden pass now': passes(passAt(-2), passAt(90)),
  'a pass whose visible part is over': passes(visible(-7), passAt(90)),
  'a pass tomorrow': passes(passAt(20 * 60)),
  'a pass of the day after tomorrow': passes(passAt(44 * 60)),
  'a pass far from the computer': {
    station: {
      ...unknownStation,
      observer: { ...observerAtNoon, longitude: ((observerAtNoon.longitude + 360) % 360) - 180 },
      passes: [passAt(45)],
      passesUntil: noonMs + 24 * 3_600_000,
    },
  },
  'a hidden and a visible pass': passes(passAt(50), visible(90), visible(200)),
  'a pass in 20 minutes': passes(passAt(5), visible(20)),
  'a pass now': passes(visible(-2), visible(90)),
  'an alert of a hidden pass': {
    station: { ...unknownStation, passes: [passAt(-1)], alerts: [passAt(-1)] },
  },
};

const menuLines = (entries: readonly MenuEntry[], indent = '    '): string[] =>
  entries.flatMap((entry) => {
    if (entry.kind === 'separator') return [`${indent}—`];
    if (entry.kind === 'submenu')
      return [`${indent}${entry.label} ▸`, ...menuLines(entry.entries, `${indent}  `)];
    const command = entry.enabled ? JSON.stringify(entry.command) : 'disabled';
    return [`${indent}${entry.label} | ${command}`];
  });

/** Minutes after noon; null: never. */
const minutesTo = (until: number | null) => (until === null ? null : (until - noonMs) / 60_000);

it('the tool tip, menu, icon and countdown of the tray are those of the record', async () => {
  const live = { source: 'live', simulated: false } as const;
  const stateOf = (part: Partial<AppState>): AppState => ({
    ...emptyContent,
    revision: 1,
    services: live,
    ...part,
  });
  const plainLines = menuLines(trayMenu(stateOf({}), noonMs));
  const lines = Object.entries(states).flatMap(([name, part]) => {
    const state = stateOf(part);
    const icons = [true, false].map((isNews) => {
      const { icon, until } = trayIcon(state, isNews, noonMs);
      return `${icon} until ${minutesTo(until)}`;
    });
    const { text, until } = trayCountdown(state, noonMs);
    const menu = menuLines(trayMenu(state, noonMs));
    return [
      `${name}: ${icons.join(', ')}; “${text}” until ${minutesTo(until)}; ${menu.length} lines`,
      ...trayToolTip(state, noonMs, 'linux')
        .split('\n')
        .map((line) => `  ${line}`),
      // Of the menus after the first, only the lines that differ.
      ...(name === 'nothing yet' ? menu : menu.filter((line) => !plainLines.includes(line))),
    ];
  });
  await expectRecord(lines, join(import.meta.dirname, 'tray-record.txt'));
});
