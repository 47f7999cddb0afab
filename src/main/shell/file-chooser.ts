import { BrowserWindow, dialog } from 'electron';
import type { FileChooser } from '../domain/journal/transfer/transfer.ts';

const endings = {
  jsonl: { name: 'JSON Lines', extensions: ['jsonl'] },
  markdown: { name: 'Markdown', extensions: ['md'] },
};

/** The system's own windows for files, in front of the app's window where there is one. */
export const fileChooser: FileChooser = {
  async forExport(format) {
    const filter = endings[format];
    const options: Electron.SaveDialogOptions = {
      title: 'Export the journal',
      defaultPath: `Overhead journal.${filter.extensions[0] ?? ''}`,
      filters: [filter],
    };
    const window = BrowserWindow.getFocusedWindow();
    const { canceled, filePath } = await (window === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options));
    return canceled ? null : filePath;
  },

  async forImport() {
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
