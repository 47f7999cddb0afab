import { join } from 'node:path';
import { app, BrowserWindow, dialog } from 'electron';
import type { ExportFormat } from '#shared/journal/transfer.ts';

const endings = {
  jsonl: { name: 'JSON Lines', extensions: ['jsonl'] },
  markdown: { name: 'Markdown', extensions: ['md'] },
};

/** The system's file dialogs, in front of the app's focused window if there is one. */
export const fileChooser = {
  forExport: (format: ExportFormat): Promise<string | null> =>
    askForNew('Export the journal', 'Overhead journal', endings[format]),

  async forImport(): Promise<string | null> {
    const options: Electron.OpenDialogOptions = {
      title: 'Import posts',
      properties: ['openFile'],
      filters: [{ name: 'Journals', extensions: ['jsonl', 'md'] }],
    };
    const window = BrowserWindow.getFocusedWindow();
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options));
    return canceled ? null : (filePaths[0] ?? null);
  },
};

/** Asks where to export the settings; null: nowhere. */
export const chooseSettingsFile = (): Promise<string | null> =>
  askForNew('Export the settings', 'Overhead settings', { name: 'JSON', extensions: ['json'] });

/** Asks where to save a picture; `name` has its extension. Null: nowhere. */
export function choosePictureFile(name: string): Promise<string | null> {
  const at = name.lastIndexOf('.');
  const filter = { name: 'Pictures', extensions: [name.slice(at + 1)] };
  return askForNew('Save the picture', join(app.getPath('pictures'), name.slice(0, at)), filter);
}

async function askForNew(
  title: string,
  path: string,
  filter: Electron.FileFilter,
): Promise<string | null> {
  const options: Electron.SaveDialogOptions = {
    title,
    defaultPath: `${path}.${filter.extensions[0] ?? ''}`,
    filters: [filter],
    // Linux asks before overwriting only with this property; the other systems always ask.
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  };
  const window = BrowserWindow.getFocusedWindow();
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return canceled ? null : filePath;
}
