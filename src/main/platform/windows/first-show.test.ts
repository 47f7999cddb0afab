import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FakeClock, runPromiseCallbacks } from '#test/support/fake-clock.ts';
import { hideWindow, paintLimitMs, watchFirstShow } from './first-show.ts';

function rig() {
  const clock = new FakeClock();
  const webContents = new EventEmitter();
  const window = Object.assign(new EventEmitter(), { webContents });
  const news: string[] = [];
  watchFirstShow({
    window: window as unknown as Electron.BrowserWindow,
    clock,
    log: (line) => void news.push(line),
    onReady: () => void news.push('ready'),
  });
  return { clock, window, webContents, news };
}

describe('watchFirstShow', () => {
  it('reports the window as ready once, at ready-to-show, and logs nothing', async () => {
    const { clock, window, webContents, news } = rig();
    window.emit('ready-to-show');
    webContents.emit('did-finish-load');
    await clock.advance(paintLimitMs);
    expect(news).toEqual(['ready']);
  });

  it('reports the window as ready when a loaded page is not painted within the limit, and logs this', async () => {
    const { clock, window, webContents, news } = rig();
    webContents.emit('did-finish-load');
    await clock.advance(paintLimitMs - 1);
    expect(news).toEqual([]);
    await clock.advance(1);
    expect(news).toEqual([expect.stringContaining('did not emit ready-to-show'), 'ready']);
    window.emit('ready-to-show');
    expect(news).toHaveLength(2);
  });

  it('does nothing after the window was closed', async () => {
    const { clock, window, webContents, news } = rig();
    webContents.emit('did-finish-load');
    window.emit('closed');
    await clock.advance(paintLimitMs);
    await runPromiseCallbacks();
    expect(news).toEqual([]);
  });
});

/** A simulated window in full screen. As on macOS, it leaves full screen later: the test emits `leave-full-screen`. */
class FullScreenWindow extends EventEmitter {
  readonly calls: string[] = [];
  hide = (): void => void this.calls.push('hide');
  isDestroyed = (): boolean => false;
  isFullScreen = (): boolean => true;
  setFullScreen = (on: boolean): void => void this.calls.push(`full screen ${String(on)}`);
}

describe('hideWindow', () => {
  const hide = (window: FullScreenWindow, isWanted: boolean, platform: NodeJS.Platform): void =>
    hideWindow(window as unknown as Electron.BrowserWindow, () => isWanted, platform);

  it('leaves full screen before it hides on macOS', () => {
    const window = new FullScreenWindow();
    hide(window, false, 'darwin');
    expect(window.calls).toEqual(['full screen false']);
    window.emit('leave-full-screen');
    expect(window.calls).toEqual(['full screen false', 'hide']);
  });

  it('does not hide a window that was opened again while it left full screen', () => {
    const window = new FullScreenWindow();
    hide(window, true, 'darwin');
    window.emit('leave-full-screen');
    expect(window.calls).toEqual(['full screen false']);
  });

  it.each(['linux', 'win32'] as const)('hides immediately on %s', (platform) => {
    const window = new FullScreenWindow();
    hide(window, false, platform);
    expect(window.calls).toEqual(['hide']);
  });
});
