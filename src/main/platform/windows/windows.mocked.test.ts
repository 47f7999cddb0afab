import type { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import { keepAliveMs } from './lazy-window.ts';
import { createWindows } from './windows.ts';

/** The windows that the app has created, and the activation policies that it has set. */
const electron = vi.hoisted(() => ({ windows: [] as unknown[], policies: [] as string[] }));

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class BrowserWindow extends EventEmitter {
    static getFocusedWindow = (): null => null;
    readonly webContents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: () => undefined,
      setWebRTCIPHandlingPolicy: () => undefined,
      getURL: () => '',
    });
    isGone = false;
    constructor() {
      super();
      electron.windows.push(this);
    }
    show = (): boolean => this.emit('show');
    hide = (): boolean => this.emit('hide');
    focus = (): void => undefined;
    destroy(): void {
      this.isGone = true;
      this.emit('closed');
    }
    isDestroyed = (): boolean => this.isGone;
    isMaximized = (): boolean => false;
    isMinimized = (): boolean => false;
    isFullScreen = (): boolean => false;
    setBounds = (): void => undefined;
    setBackgroundColor = (): void => undefined;
    getNormalBounds = () => ({ x: 0, y: 0, width: 900, height: 700 });
    loadURL = (): Promise<void> => Promise.resolve();
  }
  const area = { x: 0, y: 0, width: 1440, height: 900 };
  const display = { id: 1, label: '', bounds: area, workArea: area, scaleFactor: 2 };
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
      getCursorScreenPoint: () => ({ x: 0, y: 0 }),
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
});
afterEach(() => on(platform));

function start() {
  const clock = new FakeClock();
  const windows = createWindows({
    clock,
    preload: '/preload.js',
    icon: '/icon.png',
    files: { pages: '', licenses: '', thumbnails: '', picture: () => Promise.resolve(null) },
    place: memoryValue(null),
    log: () => undefined,
    onShown: () => undefined,
    onClosed: () => undefined,
    onGaveUp: () => undefined,
  });
  /** The window that was created last. */
  const last = () => electron.windows.at(-1) as EventEmitter;
  return { clock, windows, last };
}

it('on macOS the app is in the Dock while its main window is open, and not for the glance', async () => {
  on('darwin');
  const { clock, windows, last } = start();
  windows.glance.toggle(null);
  last().emit('ready-to-show');
  expect(electron.policies).toEqual([]);
  windows.open();
  last().emit('ready-to-show');
  expect(electron.policies).toEqual(['regular']);
  last().emit('close', { preventDefault: () => undefined });
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
