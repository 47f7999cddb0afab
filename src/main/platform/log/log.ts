import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
// This is the version for Node, because the version for Electron adds handlers to sessions and IPC.
import electronLog from 'electron-log/node';

export interface Log {
  info(message: string): void;
  error(message: string, cause: unknown): void;
}

export type AppLog = ReturnType<typeof createLog>;

/**
 * The size in bytes at which electron-log renames the file to `overhead.old.log`. Both files stay below 5 MiB together.
 */
const fileBytes = 2 << 20;
/** Matches control characters except newline and tab. A terminal would interpret them. */
const controlCharacterPattern = /[^\P{Cc}\n\t]/gu;
/** The number of characters after which a message is cut, because an error in a loop would fill the file. */
const maxMessageLength = 16_384;
const shownLineCount = 500;
/** How many bytes at the end of the previous run's file are read for `lines`. */
const tailBytes = 64 * 1024;

/**
 * Writes to `overhead.log` in `folder`. The file has mode 600, because the log contains places and titles. If the disk
 * refuses the file, `lines` still returns the lines of this run.
 */
export function createLog(folder: string) {
  const path = join(folder, 'overhead.log');
  const logger = electronLog.create({ logId: folder });
  const { file, console } = logger.transports;
  console.level = false;
  file.resolvePathFn = () => path;
  file.maxSize = fileBytes;
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  file.format = '{text}';

  const lines = readTail(path);
  const secretSources: (() => readonly string[])[] = [];
  const redact = (text: string): string =>
    redactText(
      text,
      secretSources.flatMap((secrets) => secrets()),
    );

  function write(level: 'info' | 'error', message: string): void {
    const safeText = stripVTControlCharacters(redact(message)).replaceAll(
      controlCharacterPattern,
      '�',
    );
    const shortText =
      safeText.length > maxMessageLength ? `${safeText.slice(0, maxMessageLength)}…` : safeText;
    // Indent all lines of a message but the first, so that no part of a message looks like a separate message.
    const indentedText = shortText.replaceAll('\n', '\n    ');
    const line = `${localTime(new Date())} ${level === 'error' ? 'error: ' : ''}${indentedText}`;
    lines.push(...line.split('\n'));
    lines.splice(0, Math.max(lines.length - shownLineCount, 0));
    logger[level](line);
  }

  const log: Log = {
    info: (message) => write('info', message),
    error: (message, cause) => write('error', `${message}: ${describeError(cause)}`),
  };
  return {
    ...log,
    /**
     * The last lines, oldest first, also those of the previous run. Times are local. The lines are redacted again,
     * because a key may have been set after a line was written.
     */
    lines: () => lines.map(redact),
    /** Adds a source of secrets: all lines that are written or returned from now on do not contain these secrets. */
    hide: (secrets: () => readonly string[]) => void secretSources.push(secrets),
  };
}

/** Formats a time in the time zone of this computer, as `2026-11-21 16:44:02`. */
function localTime(at: Date): string {
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':')}`;
}

/** The last lines of the log file, beginning with a whole message; empty if the file cannot be read. */
function readTail(path: string): string[] {
  try {
    const lines = readFileSync(path).subarray(-tailBytes).toString().trimEnd().split(/\r?\n/);
    const firstIndex = lines.findIndex((line) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /.test(line));
    return firstIndex < 0 ? [] : lines.slice(firstIndex).slice(-shownLineCount);
  } catch {
    return [];
  }
}

/** The folder of the log on Linux. It is in the folder for state data (XDG Base Directory Specification). */
export function logFolder(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  name: string,
): string {
  // The specification requires that a relative path is ignored.
  const { XDG_STATE_HOME: stateHome = '' } = env;
  return join(isAbsolute(stateHome) ? stateHome : join(home, '.local', 'state'), name, 'logs');
}

/** The text of a thrown value with all its causes, for the log. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const words = error.stack ?? error.message;
  return error.cause === undefined ? words : `${words}\ncaused by ${describeError(error.cause)}`;
}

/**
 * Removes the parts of a text that must not be logged: the query and the user of URLs, which may contain a key; the
 * values after names such as `api_key`; and all known secrets, also in their URL encoding.
 */
export function redactText(text: string, secrets: readonly string[] = []): string {
  const hiddenSecrets = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [...new Set([secret, encodeURIComponent(secret)])])
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return (
    hiddenSecrets
      // Each pattern takes time in proportion to the length of the text, which has no limit.
      .replaceAll(/\b([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#@]*@/gi, '$1…@')
      .replaceAll(/(https?:\/\/[^\s?#]+)([?#]\S*)?/gi, (_, address: string, query?: string) =>
        query === undefined ? address : `${address}?…`,
      )
      .replaceAll(
        /\b((?:api[_-]?key|authorization|x-api-key)["']?\s*[=:]\s*["']?)(?:(?:basic|bearer)\s+)?[^\s"'&,;]+/gi,
        '$1…',
      )
  );
}
