import { m } from '#words';
import { dialog, BrowserWindow } from 'electron';
import { removalInWords, type DataRemoval } from '#settings/store/own-data.ts';
import type { QuitAnswer, QuitQuestion } from '#journal/quit-question.ts';

/** Reports that the app could not start: in the terminal, or in a dialog if there is no terminal. */
export function reportStartFailure(error: unknown): void {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${m.dialog_start_failed_details({ details: words })}\n`);
  if (!process.stderr.isTTY) dialog.showErrorBox(m.dialog_start_failed(), words);
}

/** Reports the removal on stderr. If data remain and stderr is no terminal, a dialog of the system also reports it. */
export function reportRemoval(removal: DataRemoval): void {
  const words = removalInWords(removal);
  process.stderr.write(`${words}\n`);
  if (removal.failed.length + removal.kept.length > 0 && !process.stderr.isTTY)
    dialog.showErrorBox(m.dialog_not_all_removed(), words);
}

const quitAnswers = ['quit', 'export', 'stay'] as const satisfies readonly QuitAnswer[];

/**
 * Asks in a dialog of the system, in front of the app's focused window if there is one. Closing the dialog keeps the
 * app running.
 */
export async function askBeforeQuit({ message, detail }: QuitQuestion): Promise<QuitAnswer> {
  const stayIndex = quitAnswers.indexOf('stay');
  const options: Electron.MessageBoxOptions = {
    type: 'warning',
    title: 'Overhead',
    message,
    detail,
    buttons: [m.dialog_quit(), m.dialog_export(), m.dialog_stay()],
    defaultId: stayIndex,
    cancelId: stayIndex,
    noLink: true,
  };
  const window = BrowserWindow.getFocusedWindow();
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return quitAnswers[response] ?? 'stay';
}
