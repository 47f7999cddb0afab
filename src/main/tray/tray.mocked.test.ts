import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { passAt } from '#test/support/any-state.ts';
import { readyRemote } from '#shared/remote.ts';
import type { AppState } from '#shared/state.ts';
import { setDefectSink } from '#runtime/defects.ts';
import type { TrayHost } from './host.ts';
import type { TrayCommand } from './menu.ts';
import { createTray } from './tray.ts';

interface Item {
  readonly label?: string;
  readonly enabled?: boolean;
  click?(): void;
}
interface Shown {
  /** Every panel with a tray shows `status-notifier-item`; only a few old ones show `gtk`. */
  readonly kind: 'status-notifier-item' | 'gtk';
  readonly destroyed: boolean;
  readonly menu: readonly Item[];
  readonly images: readonly string[];
  readonly titles: readonly string[];
  readonly toolTips: readonly string[];
  emit(name: string, ...args: unknown[]): boolean;
}

const desktop = vi.hoisted(() => ({
  hasHost: true,
  /** Whether the watcher accepts the registration. */
  accepts: true,
  /** The place of the icon; Linux does not report it. */
  bounds: { x: 0, y: 0, width: 0, height: 0 },
  /** The number of programs that the app has run. */
  programs: 0,
  /** Whether the start of a program fails with a defect. */
  isBroken: false,
  trays: [] as Shown[],
  /** The events of the menus, the oldest menu first. */
  menus: [] as { emit(name: string): boolean }[],
  quit: [] as (() => void)[],
}));

/**
 * Simulates Electron on Linux: an item that is created while no program shows tray items keeps the old protocol
 * (shell/browser/ui/tray_icon_linux.cc).
 */
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class Tray extends EventEmitter {
    readonly kind = desktop.hasHost ? 'status-notifier-item' : 'gtk';
    destroyed = false;
    menu: readonly Item[] = [];
    constructor() {
      super();
      desktop.trays.push(this);
    }
    setContextMenu(menu: readonly Item[]): void {
      if (this.destroyed) throw new Error('Tray is destroyed');
      this.menu = menu;
    }
    getBounds = () => desktop.bounds;
    toolTips: string[] = [];
    setToolTip(text: string): void {
      if (this.destroyed) throw new Error('Tray is destroyed');
      this.toolTips.push(text);
    }
    images: string[] = [];
    titles: string[] = [];
    setImage(image: string): void {
      if (this.destroyed) throw new Error('Tray is destroyed');
      this.images.push(image);
    }
    setTitle(title: string): void {
      this.titles.push(title);
    }
    destroy(): void {
      this.destroyed = true;
    }
  }
  return {
    Tray,
    Menu: {
      buildFromTemplate(items: readonly Item[]) {
        const events = new EventEmitter();
        desktop.menus.push(events);
        return Object.defineProperty([...items], 'on', { value: events.on.bind(events) });
      },
    },
    app: { once: (_event: string, listener: () => void) => desktop.quit.push(listener) },
    nativeImage: { createFromPath: (path: string) => path },
    screen: {
      getPrimaryDisplay: () => ({ scaleFactor: 1 }),
      getAllDisplays: () => [
        { bounds: { x: -1920, y: 0, width: 1920, height: 1080 } },
        { bounds: { x: 0, y: 0, width: 1440, height: 900 } },
      ],
    },
  };
});
vi.mock('#platform/process/run.ts', () => ({
  executeProgram: (_program: string, args: readonly string[]) => {
    desktop.programs += 1;
    if (desktop.isBroken) throw new Error('broken');
    const items = desktop.accepts ? `'org.freedesktop.StatusNotifierItem-${process.pid}-1'` : '';
    const stdout = args.includes('RegisteredStatusNotifierItems')
      ? `(<[${items}]>,)`
      : desktop.hasHost
        ? '(<true>,)'
        : '(<false>,)';
    return Promise.resolve({ code: 0, stdout, stderr: '' });
  },
}));

const { platform } = process;
let clock: FakeClock;
beforeEach(() => {
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent');
  Object.defineProperty(process, 'platform', { value: 'linux' });
  clock = new FakeClock();
  desktop.hasHost = true;
  desktop.accepts = true;
  desktop.bounds = { x: 0, y: 0, width: 0, height: 0 };
  desktop.programs = 0;
  desktop.isBroken = false;
  desktop.trays = [];
  desktop.menus = [];
  desktop.quit = [];
});
afterEach(() => {
  // The module keeps the icon until the process ends.
  for (const listener of desktop.quit) listener();
  Object.defineProperty(process, 'platform', { value: platform });
  vi.unstubAllEnvs();
});

/** Creates the tray of one run of the app. A second call creates the tray of the run after a restart. */
function start(
  state: AppState = { ...emptyContent, revision: 1 },
  first: Promise<TrayHost> | null = null,
) {
  const commands: TrayCommand[] = [];
  const onClick = vi.fn();
  const onNoTray = vi.fn();
  const settle = vi.fn();
  const lines: string[] = [];
  const tray = createTray({
    resources: '/resources',
    clock,
    state: () => state,
    isNews: () => false,
    onCommand: (command) => commands.push(command),
    onClick,
    onNoTray,
    log: (line) => lines.push(line),
    look: { first, settle },
  });
  return { tray, commands, onClick, onNoTray, lines, settle };
}
const quit = (tray: Shown | undefined): void => tray?.menu.at(-1)?.click?.();
const bounds = { x: 0, y: 0, width: 0, height: 0 };

describe('createTray on Linux', () => {
  it('keeps one icon when the app restarts itself, with the commands of the new run', async () => {
    const first = start();
    await clock.advance(0);
    await clock.advance(100);
    await first.tray.dispose();
    expect(desktop.trays).toMatchObject([
      { destroyed: false, menu: [{ label: 'One moment…', enabled: false }] },
    ]);
    desktop.trays[0]?.emit('click', {}, bounds);
    const { programs } = desktop;
    const second = start();
    await clock.advance(200);
    // The tray has accepted the icon before.
    expect(desktop.programs).toBe(programs);
    const [tray] = desktop.trays;
    expect(desktop.trays).toHaveLength(1);
    quit(tray);
    tray?.emit('click', {}, bounds);
    expect([first.commands, second.commands]).toEqual([[], [{ kind: 'quit' }]]);
    expect([first.onClick.mock.calls, second.onClick.mock.calls]).toEqual([[], [[null]]]);
    await second.tray.dispose();
  });

  it('uses the result of the early tray check only once, and checks again if no tray was found', async () => {
    const { tray, settle } = start(undefined, Promise.resolve('missing'));
    await clock.advance(0);
    expect([desktop.trays, settle.mock.calls]).toEqual([[], []]);
    await clock.advance(1_000);
    expect(desktop.trays).toMatchObject([{ kind: 'status-notifier-item' }]);
    expect(settle).toHaveBeenCalled();
    await tray.dispose();
  });

  it('shows the icon when an early check has found a tray, and does not repeat that check', async () => {
    desktop.hasHost = false;
    const { tray, settle, onNoTray } = start(undefined, Promise.resolve('there'));
    await clock.advance(0);
    expect([desktop.trays.length, settle.mock.calls]).toEqual([1, []]);
    await clock.advance(99);
    expect(settle).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(onNoTray).not.toHaveBeenCalled();
    expect(settle).toHaveBeenCalled();
    await tray.dispose();
  });

  it.each<[TrayHost, number]>([
    ['unknown', 0],
    ['no-bus', 1],
  ])('with the answer %s of the early check, opens %i windows', async (answer, windows) => {
    const { tray, onNoTray } = start(undefined, Promise.resolve(answer));
    await clock.advance(200);
    expect([desktop.trays.length, onNoTray.mock.calls.length]).toEqual([1, windows]);
    await tray.dispose();
  });

  it('creates no icon when the app ends while no tray was found', async () => {
    desktop.hasHost = false;
    const { tray } = start();
    await clock.advance(1_000);
    await tray.dispose();
    expect(desktop.trays).toEqual([]);
  });

  it('doubles an ampersand of a title, which Electron would read as the mark of a key', async () => {
    const picture = readyRemote(dayPicture('2026-11-20', { title: 'Stars & Dust' }), 1);
    const { tray } = start({ ...emptyContent, picture, revision: 1 });
    await clock.advance(200);
    expect(desktop.trays[0]?.menu.map(({ label }) => label)).toContainEqual(
      expect.stringContaining('Stars && Dust'),
    );
    await tray.dispose();
  });

  it('lets the rest of the start continue when there is no tray', async () => {
    desktop.hasHost = false;
    // The icon of an earlier run, which no tray shows either.
    const first = start();
    await clock.advance(20_000);
    await first.tray.dispose();
    const { tray, settle, onClick } = start();
    await clock.advance(20_000);
    expect(settle).toHaveBeenCalled();
    desktop.trays[0]?.emit('click', {}, bounds);
    expect(onClick).toHaveBeenCalledOnce();
    await tray.dispose();
  });

  it('replaces an icon that was created without a tray as soon as a tray appears', async () => {
    desktop.hasHost = false;
    const { tray, onNoTray } = start();
    await clock.advance(20_000);
    expect(onNoTray).toHaveBeenCalledOnce();
    await clock.advance(5 * 60_000);
    expect(desktop.trays).toMatchObject([{ kind: 'gtk', destroyed: false }]);
    desktop.hasHost = true;
    // The last of the first checks was 18.5 s after the start.
    await clock.advance(4 * 60_000);
    expect(desktop.trays).toHaveLength(1);
    await clock.advance(60_000);
    expect(desktop.trays).toMatchObject([
      { kind: 'gtk', destroyed: true },
      { kind: 'status-notifier-item', destroyed: false },
    ]);
    tray.render();
    await clock.advance(2_000);
    await tray.dispose();
  });

  it('replaces an icon that was created without a tray, even after the app restarted itself', async () => {
    desktop.hasHost = false;
    const first = start();
    await clock.advance(20_000);
    await first.tray.dispose();
    const second = start();
    await clock.advance(0);
    quit(desktop.trays[0]);
    expect(second.commands).toEqual([{ kind: 'quit' }]);
    desktop.hasHost = true;
    await clock.advance(20_000);
    expect(desktop.trays.map(({ kind, destroyed }) => [kind, destroyed])).toEqual([
      ['gtk', true],
      ['status-notifier-item', false],
    ]);
    await second.tray.dispose();
  });

  it('does not report the icon as shown while the tray does not accept it', async () => {
    desktop.accepts = false;
    const { tray, onNoTray, lines } = start();
    await clock.advance(10_000);
    expect(onNoTray).toHaveBeenCalledOnce();
    expect(lines).toEqual(['the desktop has a tray, but it has not accepted the icon']);
    expect(tray.isShown).toBe(false);
    desktop.accepts = true;
    await clock.advance(5 * 60_000);
    expect(tray.isShown).toBe(true);
    // A second icon of a process may use the old protocol.
    expect(desktop.trays).toHaveLength(1);
    expect(onNoTray).toHaveBeenCalledOnce();
    await tray.dispose();
  });

  it('opens no window when the app ends before the tray has accepted the icon', async () => {
    desktop.accepts = false;
    const { tray, onNoTray, lines } = start();
    await clock.advance(1_000);
    await tray.dispose();
    expect([tray.isShown, onNoTray.mock.calls, lines]).toEqual([true, [], []]);
  });

  it('reports the icon as shown when the tray accepts it', async () => {
    const { tray, onNoTray, lines } = start();
    await clock.advance(10_000);
    expect([tray.isShown, onNoTray.mock.calls, lines]).toEqual([true, [], []]);
    await tray.dispose();
  });

  it('opens a window after the first defect, and tries again after 5 s and growing waits up to 15 min', async () => {
    const defects: unknown[] = [];
    setDefectSink((error) => defects.push(error));
    desktop.isBroken = true;
    const { tray, onNoTray, settle } = start(undefined, Promise.reject(new Error('no answer')));
    await clock.advance(0);
    expect([onNoTray.mock.calls.length, settle.mock.calls.length, tray.isShown]).toEqual([
      1,
      1,
      false,
    ]);
    for (const [index, seconds] of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900].entries()) {
      await clock.advance(seconds * 1000 - 1);
      expect(defects).toHaveLength(index + 1);
      await clock.advance(1);
      expect(defects).toHaveLength(index + 2);
    }
    desktop.isBroken = false;
    await clock.advance(900_000);
    expect([onNoTray.mock.calls.length, tray.isShown]).toEqual([1, true]);
    await tray.dispose();
  });

  it('removes the icon when the process ends', async () => {
    const { tray } = start();
    await clock.advance(0);
    await tray.dispose();
    for (const listener of desktop.quit) listener();
    expect(desktop.trays).toMatchObject([{ destroyed: true }]);
  });
});

const withTray = (
  tray: Partial<AppState['settings']['tray']>,
  part: Partial<AppState> = {},
): AppState => ({
  ...emptyContent,
  ...part,
  settings: { ...emptyContent.settings, tray: { ...emptyContent.settings.tray, ...tray } },
  revision: 1,
});

describe('createTray', () => {
  const coming = () => {
    const t = clock.now() / 1000;
    const times = { visible: true, reason: null, visibleFrom: t + 150, visibleTo: t + 300 };
    return { station: { ...emptyContent.station, passes: [passAt(0, times)] } };
  };

  it.each([
    ['linux', { x: 0, y: 0, width: 0, height: 0 }, null],
    ['darwin', { x: 1200, y: 0, width: 24, height: 24 }, { x: 1200, y: 0, width: 24, height: 24 }],
  ] as const)('opens the glance from the menu on %s, beside the icon', async (system, at, seen) => {
    Object.defineProperty(process, 'platform', { value: system });
    desktop.bounds = at;
    const { tray, commands, onClick } = start();
    await clock.advance(0);
    desktop.trays[0]?.menu.find(({ label }) => label === 'At a glance')?.click?.();
    expect([onClick.mock.calls, commands]).toEqual([[[seen]], []]);
    // On macOS a click opens the menu.
    desktop.trays[0]?.emit('click', {}, at);
    expect(onClick).toHaveBeenCalledTimes(system === 'darwin' ? 1 : 2);
    await tray.dispose();
  });

  it.each([
    [{ x: 1200, y: 0, width: 24, height: 24 }, true],
    // What macOS 26 reports for an icon that is switched off in System Settings.
    [{ x: 0, y: -22, width: 24, height: 22 }, false],
    [{ x: 1200, y: 900, width: 24, height: 24 }, false],
    [{ x: 1430, y: 0, width: 24, height: 24 }, false],
    [{ x: 1420, y: 880, width: 24, height: 24 }, true],
    [{ x: 0, y: 0, width: 0, height: 0 }, false],
  ])('knows on macOS whether an icon at %j is in the menu bar: %s', async (at, isShown) => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    desktop.bounds = at;
    const { tray, onNoTray } = start();
    await clock.advance(2_999);
    expect(onNoTray).not.toHaveBeenCalled();
    await clock.advance(1);
    expect([tray.isShown, onNoTray.mock.calls.length]).toEqual([isShown, isShown ? 0 : 1]);
    desktop.bounds = { x: 1200, y: 0, width: 24, height: 24 };
    await clock.advance(5 * 60_000 + 3_000);
    expect([tray.isShown, desktop.trays.length, desktop.programs]).toEqual([true, 1, 0]);
    await tray.dispose();
  });

  it('changes the menu only after the open one is closed, because macOS would close it', async () => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    const state = withTray({});
    const { tray } = start(state);
    await clock.advance(0);
    const shown = desktop.trays[0]?.menu;
    const [menu] = desktop.menus;
    menu?.emit('menu-will-show');
    Object.assign(state, { choice: { ...state.choice, pinned: '2026-11-20' }, ...coming() });
    tray.render();
    await clock.advance(60_000);
    expect(desktop.menus.length).toBeGreaterThan(1);
    expect(desktop.trays[0]?.menu).toBe(shown);
    menu?.emit('menu-will-close');
    expect(desktop.trays[0]?.menu).toBe(shown);
    await clock.advance(250);
    expect(desktop.trays[0]?.menu).not.toBe(shown);
    await tray.dispose();
  });

  /** On macOS: opens the menu and a submenu, changes the content of the menu, and closes the submenu. */
  async function changeMenuBehindSubmenu() {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    const state = withTray({});
    const { tray, commands } = start(state);
    await clock.advance(0);
    const shown = desktop.trays[0]?.menu;
    const [menu] = desktop.menus;
    // Electron emits the events of a submenu on the menu.
    for (const event of ['menu-will-show', 'menu-will-show']) menu?.emit(event);
    Object.assign(state, { choice: { ...state.choice, pinned: '2026-11-20' } });
    tray.render();
    await clock.advance(2_000);
    menu?.emit('menu-will-close');
    return { tray, commands, menu, shown };
  }

  it.each([
    ['the pointer leaves a submenu, and the menu may still be open', false, 60_000],
    ['an item of a submenu is clicked', true, 250],
  ])('changes the menu on macOS late enough: %s', async (_case, isClicked, heldMs) => {
    const { tray, commands, shown } = await changeMenuBehindSubmenu();
    if (isClicked) quit(desktop.trays[0]);
    await clock.advance(heldMs - 1);
    expect(desktop.trays[0]?.menu).toBe(shown);
    await clock.advance(1);
    expect(desktop.trays[0]?.menu).not.toBe(shown);
    expect(commands).toEqual(isClicked ? [{ kind: 'quit' }] : []);
    await tray.dispose();
  });

  it('keeps a menu on macOS that opens again before it is replaced', async () => {
    const { tray, menu, shown } = await changeMenuBehindSubmenu();
    quit(desktop.trays[0]);
    await clock.advance(249);
    menu?.emit('menu-will-show');
    await clock.advance(120_000);
    expect(desktop.trays[0]?.menu).toBe(shown);
    quit(desktop.trays[0]);
    await clock.advance(250);
    expect(desktop.trays[0]?.menu).not.toBe(shown);
    await tray.dispose();
  });

  it('asks no program on Windows, which always has a tray, and shows an icon that has not changed once', async () => {
    Object.defineProperty(process, 'platform', { value: 'win32' });
    desktop.hasHost = false;
    const { tray, settle, onNoTray } = start();
    await clock.advance(20_000);
    expect([desktop.programs, onNoTray.mock.calls.length, tray.isShown]).toEqual([0, 0, true]);
    expect(settle).toHaveBeenCalledOnce();
    tray.render();
    await clock.advance(2_000);
    const { images, toolTips } = desktop.trays[0] ?? {};
    expect([desktop.menus.length, images?.length, toolTips?.length]).toEqual([1, 1, 1]);
    expect(desktop.trays[0]?.menu).toContainEqual({ type: 'separator' });
    await tray.dispose();
  });

  it('keeps the commands of a menu that is opened at the moment of each change', async () => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    const state = withTray({});
    const { tray, commands } = start(state);
    await clock.advance(0);
    for (let round = 0; round < 5; round += 1) {
      const open = desktop.trays[0]?.menu;
      const events = desktop.menus.at(-1);
      events?.emit('menu-will-show');
      Object.assign(state, { choice: { ...state.choice, pinned: `2026-11-1${round}` } });
      Object.assign(state, {
        revision: round + 2,
        journal: { ...state.journal, counts: { ...state.journal.counts, waiting: round + 1 } },
      });
      tray.render();
      await clock.advance(2_000);
      expect(desktop.trays[0]?.menu).toBe(open);
      open?.at(-1)?.click?.();
      events?.emit('menu-will-close');
      await clock.advance(250);
      expect(desktop.trays[0]?.menu).not.toBe(open);
    }
    expect(commands).toEqual(Array(5).fill({ kind: 'quit' }));
    await tray.dispose();
  });

  it('shows the icon in the colour of the settings', async () => {
    const { tray } = start(withTray({ icon: 'light' }));
    await clock.advance(0);
    expect(desktop.trays[0]?.images).toEqual([join('/resources/tray/quiet-light-22.png')]);
    await tray.dispose();
  });

  it('counts the minutes down beside the icon on macOS', async () => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    const { tray } = start(withTray({ countdown: true }, coming()));
    await clock.advance(0);
    expect(desktop.trays[0]?.titles).toEqual(['in 3 min.']);
    await clock.advance(31_000);
    await clock.advance(61_000);
    await clock.advance(61_000);
    expect(desktop.trays[0]?.titles).toEqual(['in 3 min.', 'in 2 min.', 'in 1 min.', '']);
    await tray.dispose();
  });

  it.each([
    ['linux', true],
    ['darwin', false],
  ] as const)(
    'shows no text on %s if the setting for the countdown is %s',
    async (system, isOn) => {
      Object.defineProperty(process, 'platform', { value: system });
      const { tray } = start(withTray({ countdown: isOn }, coming()));
      await clock.advance(0);
      await clock.advance(61_000);
      expect(desktop.trays[0]?.titles).toEqual([]);
      await tray.dispose();
    },
  );
});
