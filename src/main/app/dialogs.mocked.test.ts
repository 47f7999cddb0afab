import { m } from '#words';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removalInWords, type DataRemoval } from '#settings/store/own-data.ts';
import {
  askBeforeQuit,
  confirmLostWallpaper,
  confirmRemoval,
  reportRemoval,
  reportStartFailure,
} from './dialogs.ts';

const electron = vi.hoisted(() => ({
  ready: Promise.withResolvers<undefined>(),
  isReady: vi.fn(() => true),
  window: null as object | null,
  showErrorBox: vi.fn<(title: string, words: string) => void>(),
  showMessageBox: vi.fn<(...args: unknown[]) => Promise<{ response: number }>>(),
}));
vi.mock('electron', () => ({
  app: { isReady: electron.isReady, whenReady: () => electron.ready.promise },
  dialog: { showErrorBox: electron.showErrorBox, showMessageBox: electron.showMessageBox },
  BrowserWindow: { getFocusedWindow: () => electron.window },
}));

const { isTTY } = process.stderr;
const { platform } = process;
let written: string[];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  process.stderr.isTTY = false;
  Object.defineProperty(process, 'platform', { value: 'linux' });
  electron.isReady.mockReturnValue(true);
  electron.ready = Promise.withResolvers<undefined>();
  electron.showErrorBox.mockClear();
  electron.showMessageBox.mockClear();
  electron.window = null;
});
afterEach(() => {
  process.stderr.isTTY = isTTY;
  Object.defineProperty(process, 'platform', { value: platform });
  vi.restoreAllMocks();
});

const noneLeft: DataRemoval = { removed: 1, failed: [], kept: [] };
const failed: DataRemoval = { removed: 1, failed: ['/data/chromium'], kept: [] };
const kept: DataRemoval = { removed: 1, failed: [], kept: ['/data/notes'] };
const removed = (removal: DataRemoval) => () => reportRemoval(removal);
const start = (error: unknown) => () => reportStartFailure(error);

describe.each<[string, () => Promise<void>, string, [string, string] | null]>([
  ['removed data', removed(noneLeft), removalInWords(noneLeft), null],
  [
    'data that could not be removed',
    removed(failed),
    removalInWords(failed),
    [m.dialog_not_all_removed(), removalInWords(failed)],
  ],
  [
    'data of others',
    removed(kept),
    removalInWords(kept),
    [m.dialog_not_all_removed(), removalInWords(kept)],
  ],
  [
    'an error at the start',
    start(new Error('no database')),
    m.dialog_start_failed_details({ details: 'no database' }),
    [m.dialog_start_failed(), 'no database'],
  ],
  [
    'anything else that was thrown',
    start('no database'),
    m.dialog_start_failed_details({ details: 'no database' }),
    [m.dialog_start_failed(), 'no database'],
  ],
])('the report of %s', (_name, report, line, box) => {
  it.each([
    ['a terminal', true, null],
    ['a terminal, or else a dialog', false, box],
  ])('appears in %s', async (_where, isTerminal, shown) => {
    process.stderr.isTTY = isTerminal;
    const reported = report();
    expect(written).toEqual([`${line}\n`]);
    expect(electron.showErrorBox.mock.calls).toEqual(shown === null ? [] : [shown]);
    await reported;
  });
});

describe('an error before Electron is ready', () => {
  beforeEach(() => void electron.isReady.mockReturnValue(false));

  it('is shown at once on other systems than Linux', async () => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    const reported = reportRemoval(failed);
    expect(electron.showErrorBox).toHaveBeenCalledTimes(1);
    await reported;
  });

  it('is shown on Linux when Electron is ready, because before it is written to stderr only', async () => {
    const report = reportRemoval(failed);
    await Promise.resolve();
    expect(electron.showErrorBox).not.toHaveBeenCalled();
    electron.ready.resolve(undefined);
    await report;
    expect(electron.showErrorBox).toHaveBeenCalledTimes(1);
  });
});

const appearance = { type: 'warning', title: 'Overhead', noLink: true };
const removalQuestion = {
  message: m.settings_remove_title(),
  detail: m.settings_remove_words(),
  buttons: [m.settings_remove_confirm(), m.ui_cancel()],
  ...{ defaultId: 1, cancelId: 1 },
};
const wallpaperQuestion = {
  message: m.dialog_wallpaper_not_restored(),
  detail: m.dialog_wallpaper_not_restored_words(),
  buttons: ['Quit', m.ui_cancel()],
  ...{ defaultId: 1, cancelId: 1 },
};
const text = { message: 'Quit?', detail: 'A post waits.' };
const quitQuestion = {
  ...text,
  buttons: [m.dialog_quit(), m.dialog_export(), m.dialog_stay()],
  ...{ defaultId: 2, cancelId: 2 },
};

it.each<[object, () => Promise<unknown>, readonly unknown[]]>([
  [removalQuestion, confirmRemoval, [true, false]],
  [wallpaperQuestion, () => confirmLostWallpaper('Quit'), [true, false]],
  [quitQuestion, () => askBeforeQuit(text), ['quit', 'export', 'stay', 'stay']],
])('asks %j, and returns the answer of each button', async (question, ask, answers) => {
  for (const [response, answer] of answers.entries()) {
    electron.showMessageBox.mockResolvedValueOnce({ response });
    expect(await ask()).toBe(answer);
  }
  expect(electron.showMessageBox).toHaveBeenLastCalledWith({ ...question, ...appearance });
  electron.window = {};
  electron.showMessageBox.mockResolvedValueOnce({ response: 0 });
  await ask();
  expect(electron.showMessageBox).toHaveBeenLastCalledWith(electron.window, {
    ...question,
    ...appearance,
  });
});
