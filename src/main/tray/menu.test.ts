import { m } from '#words';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyState, noonMs, passAt, observerAtNoon } from '#test/support/any-state.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { zeroPostCounts, emptyJournalStatus } from '#shared/journal/journal.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { failedRemote, readyRemote } from '#shared/remote.ts';
import type { HiddenReason } from '#shared/station/sky/pass.ts';
import type { AppState } from '#shared/state.ts';
import { unknownStation } from '#shared/station/station.ts';
import { untilTime } from '#shared/time-words.ts';
import { needsOf } from '#shared/status/needs.ts';
import { trayToolTip } from './lines.ts';
import { trayMenu, type MenuEntry, type TrayCommand } from './menu.ts';

const state = (part: Partial<AppState>): AppState => ({ ...emptyContent, revision: 1, ...part });
const disabled = (label: string): string => `(${label})`;
const submenu = (label: string): string => `${label} ▸`;
const onDisplay = (display: string, what: string): string =>
  m.tray_desktop({ what: m.wallpaper_shows_on({ display, what }) });
const labelsOf = (entries: readonly MenuEntry[]): string[] =>
  entries.map((entry) => {
    if (entry.kind === 'separator') return '—';
    if (entry.kind === 'submenu') return submenu(entry.label);
    return entry.enabled ? entry.label : disabled(entry.label);
  });
const labels = (part: Partial<AppState>): string[] => labelsOf(trayMenu(state(part), noonMs));
const labelsIn = (submenu: string, part: Partial<AppState>): string[] =>
  trayMenu(state(part), noonMs).flatMap((entry) =>
    entry.kind === 'submenu' && entry.label === submenu ? labelsOf(entry.entries) : [],
  );
const wallpaperLabels = (part: Partial<AppState>): string[] => labelsIn(m.tray_wallpaper(), part);

const title = 'The Horsehead Nebula in Infrared from a Telescope Above the Air';
const picture = readyRemote(dayPicture('2026-11-20', { title }), 1);
const fix = readyRemote({ time: 1, latitude: 12.34, longitude: -45.6, receivedAt: 1 }, 1);
const station = { ...unknownStation, fix };
const place = {
  at: noonMs,
  latitude: 12.34,
  longitude: -45.6,
  altitudeKm: 420,
  sigmaKm: 0.4,
  over: 'over the Atlantic Ocean',
};
const live = { source: 'live', simulated: false } as const;
const at = (when: number): string =>
  new Date(when).toLocaleTimeString(undefined, { timeStyle: 'short' });
const time = (minutes: number): string =>
  new Date(noonMs + minutes * 60_000).toLocaleTimeString(undefined, { timeStyle: 'short' });

describe('trayMenu', () => {
  it('shows why there is no picture yet, and marks simulated data', () => {
    expect(labels({})).toEqual([
      disabled(m.tray_simulated()),
      '—',
      m.tray_glance(),
      m.tray_today({ what: m.status_wait_starting() }),
      submenu(m.tray_wallpaper()),
      '—',
      m.tray_next_pass({ pass: m.forecast_no_observer() }),
      '—',
      m.tray_new_post(),
      '—',
      submenu(m.tray_pause()),
      '—',
      m.tray_open(),
      m.tray_settings(),
      m.tray_quit(),
    ]);
    expect(wallpaperLabels({})).toEqual([
      disabled(m.tray_set_wallpaper()),
      disabled(m.tray_previous()),
      disabled(m.tray_next()),
      disabled(m.tray_dislike()),
      disabled(m.tray_undo_dislike()),
      disabled(m.tray_pin()),
      disabled(m.tray_restore_shown()),
    ]);
  });

  it('shows which picture is on the desktop, also without a rotation', () => {
    const shown = { kind: 'set', path: '/a', backend: 'x', verified: true, at: 1 } as const;
    const labels = wallpaperLabels({ picture, wallpaper: { ...shown, date: '2026-11-20' } });
    expect(labels[0]).toBe(
      m.tray_desktop({ what: m.wallpaper_shows_newest({ date: 'Nov 20, 2026' }) }),
    );
    expect(wallpaperLabels({ picture })[0]).toBe(m.tray_set_wallpaper());
  });

  it('shows why a picture is on the desktop, for each display if they differ', () => {
    const { wallpaper } = defaultSettings;
    const rotation = { ...wallpaper.rotation, pool: 'favourites' as const };
    const settings = { ...defaultSettings, wallpaper: { ...wallpaper, rotation } };
    const shown = { kind: 'set', path: '/a', backend: 'x', verified: true, at: 1 } as const;
    const on = { picture, archive: { days: 2, files: 2, bytes: 1 }, settings };
    const to = '2026-11-18';
    const back = { to, since: '2026-11-20', rotated: true };
    const choice = { ...emptyContent.choice, back };
    const set = { ...shown, date: to };
    expect(wallpaperLabels({ ...on, choice, wallpaper: set })).toEqual(
      expect.arrayContaining([
        m.tray_desktop({ what: m.wallpaper_shows_favourite({ date: 'Nov 18, 2026' }) }),
        m.tray_next(),
      ]),
    );
    const others = { ...wallpaper, others: 'archive' as const };
    const displays = [
      { id: 1, label: 'DELL', date: '2026-11-20', path: '/a' },
      { id: 2, label: '', date: '2026-11-19', path: '/b' },
    ];
    const two = { ...shown, date: '2026-11-20', displays };
    expect(
      wallpaperLabels({
        ...on,
        settings: { ...defaultSettings, wallpaper: others },
        wallpaper: two,
      }),
    ).toEqual(
      expect.arrayContaining([
        onDisplay('DELL', m.wallpaper_shows_newest({ date: 'Nov 20, 2026' })),
        onDisplay('Display 2', m.wallpaper_shows_archive({ date: 'Nov 19, 2026' })),
      ]),
    );
  });

  it.each([
    [noonMs + 3600_000, m.tray_resume_until({ until: untilTime(noonMs + 3600_000, noonMs) })],
    [noonMs + 12 * 3600_000, m.tray_resume_until({ until: m.time_until_midnight() })],
    ['indefinite', m.tray_resume()],
    [noonMs - 1, submenu(m.tray_pause())],
    [null, submenu(m.tray_pause())],
  ] as const)('shows a pause until “%s” as: %s', (paused, line) => {
    expect(labels({ suspension: { paused, power: 'awake' } })).toContain(line);
  });

  it('states in a line and in the tool tip that posts were refused', () => {
    const counts = (waiting: number) => ({
      journal: { ...emptyJournalStatus, counts: { ...zeroPostCounts, waiting, refused: 1 } },
    });
    const need = m.tray_needs_you({ need: m.status_need_posts({ count: 1 }) });
    expect(labels(counts(2))).toEqual(
      expect.arrayContaining([m.tray_new_post_waiting({ waiting: 2 }), need]),
    );
    const tip = trayToolTip(state({ ...counts(0), services: live }), noonMs, 'linux').split('\n');
    expect(tip[1]).toBe(need);
  });
});

describe('the line of the next pass in the tray menu', () => {
  const passesUntil = noonMs + 5 * 86_400_000;
  const lines = (part: Partial<AppState['station']>): string[] =>
    labels({
      station: { ...station, place, observer: observerAtNoon, passesUntil, ...part },
    }).filter((label) => /pass|Pass/.test(label));

  it('show the position that the orbit gives, and the name of the place under it, in the tool tip, also without a network', () => {
    const offline = { kind: 'offline', reason: 'dns' } as const;
    const tip = (part: Partial<AppState['station']>) =>
      trayToolTip(state({ station: { ...station, place, ...part } }), noonMs, 'linux');
    expect(tip({ fix: failedRemote(fix, offline, 2) })).toContain(
      `\nStation: 12°\u00a0N\u00a046°\u00a0W, over the Atlantic Ocean (${at(noonMs)})`,
    );
    expect(tip({ place: { ...place, over: null } })).toContain(
      `\nStation: 12°\u00a0N\u00a046°\u00a0W (${at(noonMs)})`,
    );
  });

  it.each([
    [null, '10\u00a0min, visible'],
    ['daylight', 'in daylight'],
    ['in-shadow', 'in the Earth’s shadow'],
    ['too-low', 'too low when lit'],
  ] as const)(
    'name the next pass, with the reason why it is hidden (null: visible): %s',
    (reason: HiddenReason | null, words) => {
      const passes = [-30, 45, 140].map((minutes) => passAt(minutes, { reason }));
      expect(lines({ passes })[0]).toBe(`Next pass: today ${time(45)} · 67° · ${words}`);
    },
  );

  it('name the pass in progress', () => {
    const passes = [passAt(-2, { reason: null }), passAt(90)];
    expect(lines({ passes })[0]).toBe(`Passing now: until ${time(8)} · 67° · visible`);
    const hidden = [passAt(-2), passAt(90)];
    expect(lines({ passes: hidden })[0]).toBe(`Passing now: until ${time(8)} · 67° · in daylight`);
  });

  it('show when a visible pass can be seen', () => {
    const t = noonMs / 1000;
    const lineForVisibleSpan = (from: number, to: number) =>
      lines({
        passes: [
          passAt(-5, { reason: null, visibleFrom: t + from * 60, visibleTo: t + to * 60 }),
          passAt(90),
        ],
      })[0];
    expect(lineForVisibleSpan(1, 3)).toBe(
      `Next pass: today ${time(1)} · 65° · 2\u00a0min, visible`,
    );
    expect(lineForVisibleSpan(-1, 3)).toBe(`Passing now: until ${time(3)} · 67° · visible`);
    expect(lineForVisibleSpan(-3, -1)).toBe(`Next pass: today ${time(90)} · 67° · in daylight`);
  });

  it('state that times are in the computer’s time zone when the observer is far away', () => {
    const longitude = (new Date(noonMs).getTimezoneOffset() / 60) * -15 - 180;
    const observer = { latitude: 0, longitude, altitude: 0, source: 'settings' } as const;
    expect(lines({ passes: [passAt(45)], observer })[0]).toMatch(/, in this computer’s time zone$/);
  });

  it('name the day when it is not today', () => {
    const passes = [passAt(20 * 60, { reason: null })];
    expect(lines({ passes })[0]).toBe(
      `Next pass: tomorrow ${time(20 * 60)} · 67° · 10\u00a0min, visible`,
    );
    const later = [passAt(44 * 60, { reason: null })];
    expect(lines({ passes: later })[0]).toMatch(
      /^Next pass: Sun, Nov 22, .* · 67° · 10\u00a0min, visible$/,
    );
    const tip = trayToolTip(
      state({ station: { ...station, place, observer: observerAtNoon, passesUntil, passes } }),
      noonMs,
      'linux',
    );
    expect(tip).toContain('Next pass');
  });
});

const flat = (entries: readonly MenuEntry[]): Exclude<MenuEntry, { kind: 'separator' }>[] =>
  entries
    .filter((entry) => entry.kind !== 'separator')
    .flatMap((entry) => (entry.kind === 'submenu' ? [entry, ...flat(entry.entries)] : [entry]));

describe('the menu, whatever the state', () => {
  it('has a label without a line break for every item, and contains every action', () => {
    const always: readonly TrayCommand['kind'][] = [
      ...(['open', 'set-wallpaper', 'restore-wallpaper', 'decide', 'quit'] as const),
    ];
    fc.assert(
      fc.property(anyState, (any) => {
        const entries = flat(trayMenu(any, noonMs));
        for (const { label } of entries) expect(label).toMatch(/^\S.*\S$/u);
        const items = entries.filter((entry) => entry.kind === 'item');
        const commands = items.flatMap(({ command }) => command ?? []);
        const kinds = new Set(commands.map(({ kind }) => kind));
        for (const kind of always) expect(kinds).toContain(kind);
        expect(kinds.has('resume')).toBe(!kinds.has('pause'));
        const views = commands.flatMap((command) => (command.kind === 'open' ? command.view : []));
        const destinations = ['today', 'station/passes', 'journal/new', 'settings'];
        expect(views).toEqual(expect.arrayContaining(destinations));
        // Commands that are always possible are never disabled.
        const open = items.filter(({ command }) => command?.kind === 'open');
        expect(open.every(({ enabled }) => enabled)).toBe(true);
      }),
    );
  });

  it('keeps the number and order of items and separators, apart from the items for simulated data and a problem', () => {
    const shape = (any: AppState): string =>
      trayMenu(any, noonMs)
        .map((entry) => (entry.kind === 'separator' ? '—' : '·'))
        .join('');
    const plain = shape(state({ services: live }));
    fc.assert(
      fc.property(anyState, (any) => {
        const withNeed = needsOf(any).length === 0 ? plain : plain.replace(/—···$/u, '·—···');
        expect(shape(any)).toBe(any.services.simulated ? `·—${withNeed}` : withNeed);
      }),
    );
  });
});
