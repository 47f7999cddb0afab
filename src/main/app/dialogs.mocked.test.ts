import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DataRemoval } from '#settings/store/own-data.ts';
import { confirmLostWallpaper, confirmRemoval, reportRemoval } from './dialogs.ts';

const electron = vi.hoisted(() => ({
  ready: Promise.withResolvers<undefined>(),
  isReady: vi.fn(() => false),
  showErrorBox: vi.fn<(title: string, words: string) => void>(),
  showMessageBox: vi.fn<(options: unknown) => Promise<{ response: number }>>(),
}));
vi.mock('electron', () => ({
  app: { isReady: electron.isReady, whenReady: () => electron.ready.promise },
  dialog: { showErrorBox: electron.showErrorBox, showMessageBox: electron.showMessageBox },
  BrowserWindow: { getFocusedWindow: () => null },
}));

const { isTTY } = process.stderr;
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  process.stderr.isTTY = false;
});
afterEach(() => {
  process.stderr.isTTY = isTTY;
  vi.restoreAllMocks();
});

const removal: DataRemoval = { removed: 1, failed: ['/data/chromium'], kept: [] };

it.runIf(process.platform === 'linux')(
  'an error on Linux is shown when Electron is ready, because before it is written to stderr only',
  async () => {
    const report = reportRemoval(removal);
    await Promise.resolve();
    expect(electron.showErrorBox).not.toHaveBeenCalled();
    electron.ready.resolve(undefined);
    await report;
    expect(electron.showErrorBox).toHaveBeenCalledTimes(1);
  },
);

describe.each([
  ['confirmRemoval', confirmRemoval, 'Remove everything and quit'],
  ['confirmLostWallpaper', () => confirmLostWallpaper('Quit'), 'Quit'],
])('%s', (_name, ask, button) => {
  it.each([
    [0, true],
    [1, false],
  ])('resolves button %i to %s, and has Cancel for Return and Escape', async (response, goesOn) => {
    electron.showMessageBox.mockResolvedValueOnce({ response });
    expect(await ask()).toBe(goesOn);
    expect(electron.showMessageBox).toHaveBeenLastCalledWith(
      expect.objectContaining({ buttons: [button, 'Cancel'], cancelId: 1, defaultId: 1 }),
    );
  });
});
