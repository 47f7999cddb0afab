import type { EventEmitter } from 'node:events';
import { app } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import type { WindowPlace } from './bounds.ts';
import { pagePreferences } from './harden.ts';
import { keepAliveMs } from './lazy-window.ts';
import { createWindows } from './windows.ts';

/** The windows that the app has created, the activation policies that it has set, and the pointer. */
const electron = vi.hoisted(() => ({
  windows: [] as unknown[],
  policies: [] as string[],
  pointer: { x: 0, y: 0 },
}));

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class BrowserWindow extends EventEmitter {
    static getFocusedWindow = (): null => null;
    readonly webContents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: () => undefined,
      setWebRTCIPHandlingPolicy: () => undefined,
      getURL: () => this.url,
    });
    url = '';
    isGone = false;
    state = { maximized: false, minimized: false };
    bounds = { x: 0, y: 0, width: 900, height: 700 };
    readonly calls: string[] = [];
    readonly options: object;
    constructor(options: object) {
      super();
      this.options = options;
      electron.windows.push(this);
    }
    show(): void {
      this.calls.push('show');
      this.emit('show');
    }
    hide(): void {
      this.calls.push('hide');
      this.emit('hide');
    }
    focus = (): unknown => this.calls.push('focus');
    maximize = (): unknown => this.calls.push('maximize');
    restore = (): unknown => this.calls.push('restore');
    destroy(): void {
      this.calls.push('destroy');
      this.isGone = true;
      this.emit('closed');
    }
    isDestroyed = (): boolean => this.isGone;
    isMaximized = (): boolean => this.state.maximized;
    isMinimized = (): boolean => this.state.minimized;
    isFullScreen = (): boolean => false;
    setBounds(bounds: Electron.Rectangle): void {
      this.calls.push(`at ${Object.values(bounds).join(' ')}`);
    }
    setBackgroundColor = (): void => undefined;
    getNormalBounds = () => this.bounds;
    loadURL(url: string): Promise<void> {
      this.calls.push(url);
      this.url = url;
      return Promise.resolve();
    }
  }
  const bounds = { x: 0, y: 0, width: 1440, height: 900 };
  const workArea = { x: 0, y: 30, width: 1440, height: 870 };
  const display = { id: 1, label: '', bounds, workArea, scaleFactor: 2 };
  return {
    BrowserWindow,
    app: Object.assign(new EventEmitter(), {
      isPackaged: true,
      setActivationPolicy: (policy: string) => electron.policies.push(policy),
    }),
    autoUpdater: new EventEmitter(),
    nativeTheme: Object.assign(new EventEmitter(), { shouldUseDarkColors: true }),
    screen: {
      getPrimaryDisplay: () => display,
      getAllDisplays: () => [display],
      getCursorScreenPoint: () => electron.pointer,
    },
    session: {},
    protocol: {},
  };
});
vi.mock('./app-session.ts', () => ({ createAppSession: () => ({}) }));

const { platform } = process;
const on = (system: NodeJS.Platform): void =>
  void Object.defineProperty(process, 'platform', { value: system });
beforeEach(() => {
  electron.windows.length = electron.policies.length = 0;
  electron.pointer = { x: 0, y: 0 };
});
afterEach(() => on(platform));

interface WindowDouble extends EventEmitter {
  readonly webContents: EventEmitter;
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly state: { maximized: boolean; minimized: boolean };
  readonly bounds: object;
  readonly calls: string[];
  loadURL(url: string): Promise<void>;
}

function start(stored: WindowPlace | null = null) {
  const clock = new FakeClock();
  const place = memoryValue(stored);
  /** The calls of the callbacks. */
  const reports: string[] = [];
  const log: string[] = [];
  const windows = createWindows({
    clock,
    preload: '/preload.js',
    icon: '/icon.png',
    files: { pages: '', licenses: '', thumbnails: '', picture: () => Promise.resolve(null) },
    place,
    log: (line) => log.push(line),
    onShown: (which, shown, contents) =>
      reports.push(
        `${which} ${shown ? 'shown' : 'hidden'}${contents === null ? ', without contents' : ''}`,
      ),
    onClosed: () => reports.push('closed'),
    onGaveUp: () => undefined,
  });
  /** The window that was created last. */
  const last = () => electron.windows.at(-1) as WindowDouble;
  /** The calls of that window since the last question. */
  const calls = () => last().calls.splice(0);
  const close = () => {
    const preventDefault = vi.fn();
    last().emit('close', { preventDefault });
    return preventDefault.mock.calls.length;
  };
  return { clock, place, reports, log, windows, last, calls, close };
}

const pageOptions = {
  title: 'Overhead',
  backgroundColor: '#0a0f1e',
  autoHideMenuBar: true,
  icon: '/icon.png',
  show: false,
};
const webPreferences = {
  ...pagePreferences,
  preload: '/preload.js',
  session: {},
  devTools: false,
};

describe('the main window', () => {
  it('is made hidden at its stored place, with its least size, and shown when its page is painted', () => {
    const { windows, last, calls, reports } = start();
    windows.open('archive');
    expect(last().options).toEqual({
      ...pageOptions,
      ...{ x: 180, y: 85, width: 1080, height: 720, minWidth: 760, minHeight: 520 },
      webPreferences: { ...webPreferences, zoomMode: 'default' },
    });
    expect(calls()).toEqual(['overhead://app/#archive']);
    expect(reports).toEqual([]);
    last().emit('ready-to-show');
    expect(calls()).toEqual(['show', 'focus']);
    expect(reports).toEqual(['main shown']);
    windows.dispose();
    expect(calls()).toEqual(['destroy']);
    expect(reports).toEqual(['main shown', 'main hidden, without contents']);
  });

  it('is made in the center if its stored position is unknown, as on Wayland', () => {
    on('linux');
    const { windows, last } = start({ x: 0, y: 0, width: 900, height: 600, maximised: false });
    windows.open();
    expect(last().options).toMatchObject({ x: 270, y: 165, width: 900, height: 600 });
    windows.dispose();
  });

  it('is hidden and stored when the user closes it, and brought back as it was', () => {
    const { windows, last, calls, close, reports, place } = start();
    windows.open();
    last().emit('ready-to-show');
    calls();
    Object.assign(last().bounds, { width: 800 });
    expect(close()).toBe(1);
    expect(calls()).toEqual(['hide']);
    expect(reports.splice(0)).toEqual(['main shown', 'main hidden', 'closed']);
    expect(place.get()).toEqual({ x: 180, y: 85, width: 800, height: 700, maximised: false });
    expect(windows.address).toBeNull();
    windows.open('journal');
    expect(calls()).toEqual(['at 0 30 800 700', 'show', 'focus', 'overhead://app/#journal']);
    last().webContents.emit('did-navigate-in-page', {}, 'overhead://app/#settings', true);
    last().webContents.emit('did-navigate-in-page', {}, 'overhead://other/', false);
    expect(windows.address).toBe('overhead://app/#settings');
    last().state.minimized = true;
    windows.open();
    expect(calls()).toEqual(['at 0 30 800 700', 'restore', 'show', 'focus']);
    windows.openAt('overhead://app/#status');
    expect(calls().at(-1)).toBe('overhead://app/#status');
    windows.dispose();
  });

  it('is maximised at its first show only, stays maximised in its place, and is not moved', () => {
    const stored = { x: 20, y: 50, width: 900, height: 700, maximised: true };
    const { windows, last, calls, close, place } = start(stored);
    windows.open();
    close();
    expect(place.get()).toEqual(stored);
    windows.open();
    last().emit('ready-to-show');
    expect(calls()).toEqual(['overhead://app/', 'hide', 'maximize', 'show', 'focus']);
    last().state.maximized = true;
    windows.open();
    expect(calls()).toEqual(['show', 'focus']);
    close();
    expect(place.get()).toEqual(stored);
    last().state.maximized = false;
    Object.assign(last().bounds, { x: 0, y: 30 });
    windows.open();
    expect(calls()).toEqual(['hide', 'show', 'focus']);
    windows.dispose();
    expect(place.get()).toEqual({ ...stored, maximised: false });
  });

  it('is not shown after it was closed before its page was painted', () => {
    const { windows, last, calls, close } = start();
    windows.open();
    close();
    last().emit('ready-to-show');
    expect(calls()).toEqual(['overhead://app/', 'hide']);
    windows.dispose();
  });
});

describe('the main window whose page broke', () => {
  it.each([
    [
      'ended',
      (window: WindowDouble) =>
        window.webContents.emit('render-process-gone', {}, { reason: 'oom' }),
    ],
    ['does not answer', (window: WindowDouble) => window.emit('unresponsive')],
  ])('is made again at its view: the page %s', async (_name, breakPage) => {
    const { windows, last, calls, log } = start();
    windows.open('archive');
    const first = last();
    breakPage(first);
    expect(first.calls).toEqual(['overhead://app/#archive']);
    await new Promise(setImmediate);
    expect(first.calls).toEqual(['overhead://app/#archive', 'destroy']);
    expect(last()).not.toBe(first);
    expect(calls()).toEqual(['overhead://app/#archive']);
    expect(log).toHaveLength(1);
    // After `dispose`, a page that stops working is not replaced.
    breakPage(last());
    windows.dispose();
    await new Promise(setImmediate);
    expect(electron.windows).toHaveLength(2);
  });

  it('reports an address that cannot be loaded, unless another was loaded in its place', async () => {
    const { windows, last } = start();
    windows.open();
    const load = vi.spyOn(last(), 'loadURL');
    load.mockRejectedValueOnce(Object.assign(new Error('aborted'), { code: 'ERR_ABORTED' }));
    windows.open('archive');
    load.mockRejectedValueOnce(Object.assign(new Error('failed'), { code: 'ERR_FAILED' }));
    windows.open('journal');
    await new Promise(setImmediate);
    expect(reportedDefects.splice(0)).toMatchObject([{ message: 'failed' }]);
    windows.dispose();
  });
});

it('a window is closed with the app', () => {
  const { windows, close } = start();
  windows.open();
  app.emit('before-quit');
  expect(close()).toBe(0);
  windows.dispose();
});

describe('the glance', () => {
  const icon = { x: 1200, y: 4, width: 24, height: 22 };

  it('is a bare window above the others beside the tray icon, hidden by a second click', () => {
    const { windows, last, calls, reports } = start();
    windows.glance.toggle(icon);
    expect(last().options).toEqual({
      ...pageOptions,
      ...{ x: 1022, y: 38, width: 380, height: 560 },
      frame: false,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      webPreferences: { ...webPreferences, zoomMode: 'isolated' },
    });
    expect(calls()).toEqual(['overhead://app/glance/index.html']);
    last().emit('ready-to-show');
    expect(calls()).toEqual(['show', 'focus']);
    windows.glance.toggle(icon);
    expect(calls()).toEqual(['hide']);
    windows.glance.toggle({ ...icon, x: 300 });
    expect(calls()).toEqual(['at 122 38 380 560', 'show', 'focus']);
    windows.open();
    expect(reports).toEqual(['glance shown', 'glance hidden', 'glance shown', 'glance hidden']);
    windows.dispose();
  });

  it('hides when it loses the focus, and not by the same click opens again', async () => {
    const { clock, windows, last, calls } = start();
    windows.glance.toggle(icon);
    // Hidden before its page is painted: it is not shown.
    windows.glance.hide();
    last().emit('ready-to-show');
    expect(calls().slice(1)).toEqual(['hide']);
    windows.glance.toggle(icon);
    last().emit('blur');
    expect(calls().slice(1)).toEqual(['show', 'focus']);
    last().emit('focus');
    last().emit('blur');
    expect(calls()).toEqual(['hide']);
    await clock.advance(300);
    windows.glance.toggle(icon);
    expect(calls()).toEqual([]);
    await clock.advance(1);
    windows.glance.toggle(icon);
    // The focus of the last time does not count.
    last().emit('blur');
    expect(calls().slice(1)).toEqual(['show', 'focus']);
    last().emit('focus');
    windows.glance.hide();
    last().emit('blur');
    windows.glance.toggle(icon);
    expect(calls()).toEqual(['hide', 'at 1022 38 380 560', 'show', 'focus']);
    windows.dispose();
    expect(calls()).toEqual(['destroy']);
  });

  it('opens at the pointer on a panel without a place of the icon, and in the corner without a pointer', () => {
    const { windows, calls, last } = start();
    windows.glance.toggle(null);
    expect(last().options).toMatchObject({ x: 1052, y: 38 });
    last().emit('ready-to-show');
    for (const [pointer, place] of [
      [{ x: 700, y: 0 }, 'at 510 38 380 560'],
      [{ x: 0, y: 12 }, 'at 8 38 380 560'],
      [{ x: 0, y: 0 }, 'at 1052 38 380 560'],
    ] as const) {
      windows.glance.hide();
      calls();
      electron.pointer = pointer;
      windows.glance.toggle(null);
      expect(calls()[0]).toBe(place);
    }
    windows.dispose();
  });
});

it('on macOS the app is in the Dock while its main window is open, and not for the glance', async () => {
  on('darwin');
  const { clock, windows, last, close } = start();
  windows.glance.toggle(null);
  last().emit('ready-to-show');
  expect(electron.policies).toEqual([]);
  windows.open();
  last().emit('ready-to-show');
  expect(electron.policies).toEqual(['regular']);
  close();
  expect(electron.policies).toEqual(['regular', 'accessory']);
  await clock.advance(keepAliveMs);
  windows.open();
  last().emit('ready-to-show');
  expect(electron.policies.at(-1)).toBe('regular');
  windows.dispose();
  expect(electron.policies.at(-1)).toBe('accessory');
});

it('on macOS the app stays in the Dock while the user hides it with its window open', () => {
  on('darwin');
  const { windows, last } = start();
  windows.open();
  last().emit('ready-to-show');
  last().emit('hide');
  expect(electron.policies).toEqual(['regular']);
  windows.dispose();
});
