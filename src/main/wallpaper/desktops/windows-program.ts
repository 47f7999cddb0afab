/**
 * The program that calls Windows for the wallpaper. It has its own process, because the functions of Windows block and a
 * wrong call ends the process. Arguments: the path of Koffi's native module, a command, and the command's input. Prints
 * one line: a `ProgramResult` as JSON. Then waits to be ended, because Electron discards what a utility process prints
 * immediately before its end.
 */
import { openDesktop, readNotificationState } from './windows-com.ts';
import type { WindowsCall } from './windows.ts';

const [koffiPath = '', command = '', input = ''] = process.argv.slice(2);

/** The output of the command. */
function run(): string {
  switch (command) {
    case 'survey':
      return JSON.stringify(openDesktop(koffiPath).survey());
    case 'write': {
      // The input needs no check, because the app's own `windows.ts` wrote it.
      const calls = JSON.parse(input) as readonly WindowsCall[];
      const errors = openDesktop(koffiPath).write(calls);
      if (errors.length > 0) throw new Error(errors.join('; '));
      return '';
    }
    case 'notifications':
      return `${readNotificationState(koffiPath)}`;
    default:
      throw new Error(`there is no command “${command}”`);
  }
}

function result(): { code: number; stdout: string; stderr: string } {
  try {
    return { code: 0, stdout: run(), stderr: '' };
  } catch (error) {
    return { code: 1, stdout: '', stderr: error instanceof Error ? error.message : String(error) };
  }
}

process.stdout.write(`${JSON.stringify(result())}\n`);
/** How long the process stays if nobody ends it: longer than the parent needs to read the line. */
const waitMs = 10_000;
setTimeout(() => undefined, waitMs);
