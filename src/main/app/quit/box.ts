import { BrowserWindow, dialog } from 'electron';
import type { QuitAnswer, QuitQuestion } from './question.ts';

const answers = ['quit', 'export', 'stay'] as const satisfies readonly QuitAnswer[];

/** The system's own box, in front of the app's window where there is one. Closing it is to stay. */
export async function askBeforeQuit({ message, detail }: QuitQuestion): Promise<QuitAnswer> {
  const stay = answers.indexOf('stay');
  const options: Electron.MessageBoxOptions = {
    type: 'warning',
    title: 'Overhead',
    message,
    detail,
    buttons: ['Quit', 'Export…', 'Stay'],
    defaultId: stay,
    cancelId: stay,
    noLink: true,
  };
  const window = BrowserWindow.getFocusedWindow();
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return answers[response] ?? 'stay';
}
