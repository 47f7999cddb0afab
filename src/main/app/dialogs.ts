import { setTimeout as delay } from 'node:timers/promises';
import { m } from '#words';
import { app, dialog, BrowserWindow } from 'electron';
import { removalInWords, type DataRemoval } from '#settings/store/own-data.ts';
import type { QuitAnswer, QuitQuestion } from '#journal/quit-question.ts';

/** How long an error box waits for Electron, in milliseconds. */
const readyLimitMs = 5_000;

/**
 * Shows an error in a dialog of the system. On Linux it first waits for Electron: before `ready`, Electron writes the
 * error only to stderr (shell/browser/ui/message_box_gtk.cc). Resolves when the user has closed the dialog.
 */
async function showError(title: string, words: string): Promise<void> {
  if (process.platform === 'linux' && !app.isReady())
    await Promise.race([app.whenReady(), delay(readyLimitMs)]);
  dialog.showErrorBox(title, words);
}

/**
 * Reports that the app could not start: in the terminal, or in a dialog if there is no terminal. Resolves when the user
 * has closed the dialog.
 */
export async function reportStartFailure(error: unknown): Promise<void> {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${m.dialog_start_failed_details({ details: words })}\n`);
  if (!process.stderr.isTTY) await showError(m.dialog_start_failed(), words);
}

/**
 * Reports the removal on stderr. If data remain and stderr is no terminal, a dialog of the system also reports it.
 * Resolves when the user has closed the dialog.
 */
export async function reportRemoval(removal: DataRemoval): Promise<void> {
  const words = removalInWords(removal);
  process.stderr.write(`${words}\n`);
  if (removal.failed.length + removal.kept.length > 0 && !process.stderr.isTTY)
    await showError(m.dialog_not_all_removed(), words);
}

/** Asks in a dialog of the system whether to remove all data. Closing the dialog keeps the data. */
export async function confirmRemoval(): Promise<boolean> {
  const answer = await showQuestion({
    message: m.settings_remove_title(),
    detail: m.settings_remove_words(),
    buttons: [m.settings_remove_confirm(), m.ui_cancel()],
    defaultId: 1,
    cancelId: 1,
  });
  return answer === 0;
}

/**
 * Asks whether to go on although the user's own wallpaper could not be restored. Closing the dialog keeps everything.
 *
 * @param button the label of the button that goes on
 */
export async function confirmLostWallpaper(button: string): Promise<boolean> {
  const answer = await showQuestion({
    message: m.dialog_wallpaper_not_restored(),
    detail: m.dialog_wallpaper_not_restored_words(),
    buttons: [button, m.ui_cancel()],
    defaultId: 1,
    cancelId: 1,
  });
  return answer === 0;
}

const quitAnswers = ['quit', 'export', 'stay'] as const satisfies readonly QuitAnswer[];

/** Asks in a dialog of the system. Closing the dialog keeps the app running. */
export async function askBeforeQuit({ message, detail }: QuitQuestion): Promise<QuitAnswer> {
  const stayIndex = quitAnswers.indexOf('stay');
  const answer = await showQuestion({
    message,
    detail,
    buttons: [m.dialog_quit(), m.dialog_export(), m.dialog_stay()],
    defaultId: stayIndex,
    cancelId: stayIndex,
  });
  return quitAnswers[answer] ?? 'stay';
}

/** Shows a question in front of the app's focused window, if there is one. Returns the index of the chosen button. */
async function showQuestion(question: Electron.MessageBoxOptions): Promise<number> {
  const options = { ...question, type: 'warning', title: 'Overhead', noLink: true } as const;
  const window = BrowserWindow.getFocusedWindow();
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response;
}
