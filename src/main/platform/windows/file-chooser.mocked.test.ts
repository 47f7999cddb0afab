import { expect, it, vi } from 'vitest';
import { chooseReportFile, chooseSettingsToImport } from './file-chooser.ts';

const system = vi.hoisted(() => ({
  showOpenDialog: vi.fn<() => Promise<{ canceled: boolean; filePaths: string[] }>>(),
  showSaveDialog: vi.fn<() => Promise<{ canceled: boolean; filePath: string }>>(),
}));
vi.mock('electron', () => ({
  app: { getPath: () => '/home/me' },
  BrowserWindow: { getFocusedWindow: () => null },
  dialog: system,
}));

it('shows no second file dialog while one is open, and shows a dialog again after the first is closed', async () => {
  const closed = Promise.withResolvers<{ canceled: boolean; filePath: string }>();
  system.showSaveDialog.mockReturnValueOnce(closed.promise);
  system.showOpenDialog.mockResolvedValue({ canceled: false, filePaths: ['/home/me/b.json'] });
  const first = chooseReportFile();
  expect(await chooseSettingsToImport()).toEqual({ ok: true, value: null });
  expect(system.showOpenDialog).not.toHaveBeenCalled();
  closed.resolve({ canceled: false, filePath: '/home/me/a.json' });
  expect(await first).toEqual({ ok: true, value: '/home/me/a.json' });
  expect(await chooseSettingsToImport()).toEqual({ ok: true, value: '/home/me/b.json' });
});

it('shows the next dialog after one that could not be shown', async () => {
  system.showSaveDialog.mockRejectedValueOnce(new Error('no zenity'));
  expect(await chooseReportFile()).toMatchObject({ failure: { kind: 'no-file-dialog' } });
  system.showOpenDialog.mockResolvedValue({ canceled: false, filePaths: ['/home/me/c.json'] });
  expect(await chooseSettingsToImport()).toEqual({ ok: true, value: '/home/me/c.json' });
});
