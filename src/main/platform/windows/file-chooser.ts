import { m } from '#words';
import { join } from 'node:path';
import { app, BrowserWindow, dialog } from 'electron';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { ExportFormat } from '#shared/journal/transfer.ts';

const fileFilters = {
  jsonl: { name: 'JSON Lines', extensions: ['jsonl'] },
  markdown: { name: 'Markdown', extensions: ['md'] },
  html: { name: 'HTML', extensions: ['html'] },
};

/** The path that the user chose; null: the user closed the dialog. Fails with `no-file-dialog`. */
type ChosenPath = Result<string | null>;

/** The system's file dialogs for the export and the import of the journal. */
export const fileChooser = {
  forExport: (format: ExportFormat): Promise<ChosenPath> =>
    askForNewFile(m.dialog_export_journal(), m.dialog_journal_file(), fileFilters[format]),

  forImport: (): Promise<ChosenPath> =>
    askForExistingFile(m.dialog_import_posts(), {
      name: m.dialog_journals(),
      extensions: ['jsonl', 'md', 'markdown', 'txt'],
    }),
};

export const chooseSettingsExportFile = (): Promise<ChosenPath> =>
  askForNewFile(m.dialog_export_settings(), m.dialog_settings_file(), {
    name: 'JSON',
    extensions: ['json'],
  });

/** Shows a dialog to choose a file with settings for the import. */
export const chooseSettingsToImport = (): Promise<ChosenPath> =>
  askForExistingFile(m.dialog_import_settings(), { name: 'JSON', extensions: ['json'] });

export const chooseReportFile = (): Promise<ChosenPath> =>
  askForNewFile(m.dialog_save_report(), m.dialog_report_file(), {
    name: 'JSON',
    extensions: ['json'],
  });

export const choosePredictionsFile = (): Promise<ChosenPath> =>
  askForNewFile(m.dialog_export_predictions(), m.dialog_predictions_file(), {
    name: 'CSV',
    extensions: ['csv'],
  });

/** Shows a dialog for the path of a calendar file. Proposes `name`, which has no extension. */
export const chooseCalendarFile = (name: string = m.dialog_calendar_file()): Promise<ChosenPath> =>
  askForNewFile(m.dialog_export_calendar(), join(app.getPath('documents'), name), {
    name: 'iCalendar',
    extensions: ['ics'],
  });

/** Shows a dialog for the path of a file with the line of a transit. Proposes `name`, which has no extension. */
export const chooseTransitFile = (name: string): Promise<ChosenPath> =>
  askForNewFile(
    m.dialog_export_transit(),
    join(app.getPath('documents'), name),
    { name: 'GPX', extensions: ['gpx'] },
    { name: 'KML', extensions: ['kml'] },
  );

/** Shows a dialog for the path of a picture file. Proposes `name`, which includes the extension. */
export function choosePictureFile(name: string): Promise<ChosenPath> {
  const dotIndex = name.lastIndexOf('.');
  const filter = { name: m.dialog_pictures(), extensions: [name.slice(dotIndex + 1)] };
  return askForNewFile(
    m.dialog_save_picture(),
    join(app.getPath('pictures'), name.slice(0, dotIndex)),
    filter,
  );
}

function askForExistingFile(title: string, filter: Electron.FileFilter): Promise<ChosenPath> {
  const options: Electron.OpenDialogOptions = {
    title,
    properties: ['openFile'],
    filters: [filter],
  };
  return showDialog(async (window) => {
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options));
    return canceled ? null : (filePaths[0] ?? null);
  });
}

function askForNewFile(
  title: string,
  path: string,
  ...filters: Electron.FileFilter[]
): Promise<ChosenPath> {
  const options: Electron.SaveDialogOptions = {
    title,
    defaultPath: `${path}.${filters[0]?.extensions[0] ?? ''}`,
    filters,
    // Without `showOverwriteConfirmation`, the dialog on Linux does not ask before overwriting a file.
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  };
  return showDialog(async (window) => {
    const { canceled, filePath } = await (window === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options));
    return canceled ? null : filePath;
  });
}

let isDialogOpen = false;

/**
 * Shows a dialog for the focused window. Electron rejects only if the desktop cannot show the dialog. While a dialog is
 * open, no other is shown, as if the user had closed it: a page that was taken over could otherwise open hundreds.
 */
async function showDialog(
  ask: (window: Electron.BrowserWindow | null) => Promise<string | null>,
): Promise<ChosenPath> {
  if (isDialogOpen) return ok(null);
  isDialogOpen = true;
  try {
    return ok(await ask(BrowserWindow.getFocusedWindow()));
  } catch (error) {
    return fail({ kind: 'no-file-dialog', detail: error instanceof Error ? error.message : '' });
  } finally {
    isDialogOpen = false;
  }
}
