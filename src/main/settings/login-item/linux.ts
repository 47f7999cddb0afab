import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { LoginItemState } from '#shared/app.ts';
import { makeFolder, removeFile, writeFileAtomicSync } from '#platform/files/atomic.ts';
import { attemptStorage } from '#platform/files/attempt.ts';
import { runningAppImage, type ThisProgram } from '#platform/process/own-program.ts';

const fileName = 'dev.overhead.Overhead.desktop';

/**
 * The folder of the Autostart Specification. A relative path in the variable is ignored, as the XDG specification
 * requires.
 */
export function autostartFolder(env: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME: config = '' } = env;
  return join(isAbsolute(config) ? config : join(homedir(), '.config'), 'autostart');
}

/**
 * A login item that is a file in the autostart folder. If the user switches the item off in the desktop's settings, the
 * item stays off until the user switches it on in the app.
 */
export function linuxLoginItem(folder: string, command: readonly string[]) {
  const path = join(folder, fileName);

  function state(): LoginItemState {
    const item = readAutostartFile(path);
    if (item === null) return 'off';
    return item.enabled ? 'on' : 'switched-off';
  }
  function write(): void {
    makeFolder(dirname(path));
    writeFileAtomicSync(path, autostartFileText(command));
  }

  return {
    state,
    set: (on: boolean) =>
      attemptStorage(() => {
        if (on) write();
        else removeFile(path);
        return state();
      }),
    renew: () =>
      attemptStorage(() => {
        const item = readAutostartFile(path);
        // The user may have edited the command of a program that is still at its place.
        if (item?.enabled === true && item.tryExec !== tryExecValue(command)) write();
        return state();
      }),
  };
}

/** Reads the autostart file; null: there is no file that the session can read and start. */
function readAutostartFile(path: string): AutostartEntry | null {
  try {
    return readAutostart(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * The command that starts the app hidden in a later session. Null in Flatpak and Snap, whose sandboxes hide the
 * autostart folder, and in a checkout.
 */
export function launchCommand(
  program: ThisProgram & { readonly isPackaged: boolean },
): string[] | null {
  const { isPackaged, execPath, env } = program;
  if (env['FLATPAK_ID'] !== undefined || env['SNAP'] !== undefined) return null;
  // An AppImage is mounted in a folder that disappears after the run: start the AppImage file itself.
  const path = runningAppImage(program)?.file ?? (isPackaged ? execPath : null);
  return path === null ? null : [path, '--hidden'];
}

/**
 * The text of an autostart file, after the Desktop Entry and the Autostart Specification.
 *
 * @param command absolute path of the program, then its arguments
 */
export const autostartFileText = (command: readonly string[]): string =>
  `${[
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.0',
    'Name=Overhead',
    'Comment=The astronomy picture of the day, and the space station overhead',
    'Icon=overhead',
    `Exec=${execLine(command)}`,
    // The session skips the entry when the program is uninstalled.
    `TryExec=${tryExecValue(command)}`,
    'Terminal=false',
    'StartupNotify=false',
    'X-GNOME-Autostart-enabled=true',
  ].join('\n')}\n`;

const tryExecValue = (command: readonly string[]): string => escapeValue(command[0] ?? '');

/** The value of `Exec`: quotes arguments where needed, escapes `%`, then escapes the value like any string. */
export const execLine = (command: readonly string[]): string =>
  escapeValue(command.map((argument) => quoteArgument(argument).replaceAll('%', '%%')).join(' '));

const reservedCharacterPattern = /[\s"'\\<>~|&;$*?#()`]/;

const quoteArgument = (argument: string): string =>
  argument === '' || reservedCharacterPattern.test(argument)
    ? `"${argument.replaceAll(/["`$\\]/g, '\\$&')}"`
    : argument;

const escapeValue = (value: string): string =>
  value.replaceAll(
    /[\\\n\r\t]/g,
    (character) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[character] ?? '',
  );

interface AutostartEntry {
  /** False if the user switched the item off in the desktop’s settings. */
  readonly enabled: boolean;
  /** The value of the key `TryExec` with its escape sequences; null if the file has no such key. */
  readonly tryExec: string | null;
}

/**
 * Reads an autostart file. A desktop changes the file, or replaces it by a copy, when the user switches the item off.
 */
export function readAutostart(text: string): AutostartEntry {
  const keys = new Map<string, string>();
  let isEntry = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('[')) isEntry = line.trim() === '[Desktop Entry]';
    const match = isEntry ? /^([A-Za-z0-9-]+)\s*=\s*(.*)$/.exec(line) : null;
    if (match?.[1] !== undefined) keys.set(match[1], match[2]?.trimEnd() ?? '');
  }
  const isHidden = keys.get('Hidden') === 'true';
  const isOff = keys.get('X-GNOME-Autostart-enabled') === 'false';
  return { enabled: !isHidden && !isOff, tryExec: keys.get('TryExec') ?? null };
}
