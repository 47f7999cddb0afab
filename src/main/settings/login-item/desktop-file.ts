/** What a file of the desktop’s autostart folder says. */
export interface Autostart {
  /** False when the desktop was told to leave it out. */
  readonly enabled: boolean;
  /** The value of `Exec` as it stands in the file; null where it has none. */
  readonly exec: string | null;
}

/**
 * The text of an autostart file, after the Desktop Entry and the Autostart Specification.
 *
 * @param command the program by its absolute path, then its arguments
 */
export function autostartFile(command: readonly string[]): string {
  return `${[
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.5',
    'Name=Overhead',
    'Comment=The astronomy picture of the day, and the space station overhead',
    'Icon=overhead',
    `Exec=${execLine(command)}`,
    // Uninstalled, it is left out in silence.
    `TryExec=${escapeValue(command[0] ?? '')}`,
    'Terminal=false',
    'StartupNotify=false',
    'X-GNOME-Autostart-enabled=true',
  ].join('\n')}\n`;
}

/** The value of `Exec`: each argument quoted where it must be, field codes taken literally, then escaped as any text. */
export const execLine = (command: readonly string[]): string =>
  escapeValue(command.map((argument) => quote(argument).replaceAll('%', '%%')).join(' '));

const reserved = /[\s"'\\<>~|&;$*?#()`]/;

const quote = (argument: string): string =>
  argument === '' || reserved.test(argument)
    ? `"${argument.replaceAll(/["`$\\]/g, '\\$&')}"`
    : argument;

const escapeValue = (value: string): string =>
  value.replaceAll(
    /[\\\n\r\t]/g,
    (character) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[character] ?? '',
  );

/** Reads what matters. Desktops write their decision into the file, or into a copy of it in its place. */
export function readAutostart(text: string): Autostart {
  const keys = new Map<string, string>();
  let isEntry = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('[')) isEntry = line.trim() === '[Desktop Entry]';
    const match = isEntry ? /^([A-Za-z0-9-]+)\s*=\s*(.*)$/.exec(line) : null;
    if (match?.[1] !== undefined) keys.set(match[1], match[2]?.trimEnd() ?? '');
  }
  const isHidden = keys.get('Hidden') === 'true';
  const isOff = keys.get('X-GNOME-Autostart-enabled') === 'false';
  return { enabled: !isHidden && !isOff, exec: keys.get('Exec') ?? null };
}
