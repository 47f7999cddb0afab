import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
// The plain Node flavour: the one for Electron hooks into sessions and IPC.
import electronLog from 'electron-log/node';
import { describeError } from '#runtime/describe-error.ts';
import { lineInWords, readTail, sizeOf, stamp } from './log-tail.ts';
import { redact } from '#runtime/redact.ts';

export interface Log {
  info(message: string): void;
  error(message: string, cause: unknown): void;
}

export interface AppLog extends Log {
  /** The last lines, the oldest first, those of earlier runs too. Times are those of this computer. */
  lines(): string[];
  /** From now on the secrets that this gives are taken out of every line. */
  hide(secrets: () => readonly string[]): void;
}

const fileBytes = 1 << 20;
/** Beside the one that is written: with it they stay below 5 MiB. */
const oldFiles = 3;
/** A terminal that shows the log must obey nobody: all controls, but for the end of a line and the tab. */
const controls = /[^\P{Cc}\n\t]/gu;
/** A message longer than this is cut, in characters: a loop in an error would take all the room. */
const longestMessage = 16_384;
const keptLines = 500;
/** Of earlier runs so much of the file is looked at, in bytes. */
const tailBytes = 64 * 1024;

/** Writes to `overhead.log` in `folder`; a full file becomes `overhead.1.log`, and so on to `overhead.3.log`. */
export function createLog({ folder }: { folder: string }): AppLog {
  const path = join(folder, 'overhead.log');
  const logger = electronLog.create({ logId: folder });
  const { file, console } = logger.transports;
  console.level = false;
  file.resolvePathFn = () => path;
  file.maxSize = fileBytes;
  // Where somebody lives and what they wrote about is nobody else’s business.
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  file.archiveLogFn = () => rotate(folder);

  /** What stands before it is of earlier runs. A file that is full by now has become another one: then nothing is. */
  const begunAt = sizeOf(path);
  const lines: string[] = [];
  const secrets: (() => readonly string[])[] = [];
  const known = (): string[] => secrets.flatMap((all) => all());
  function write(level: 'info' | 'error', message: string): void {
    const whole = redact(message, known()).replaceAll(controls, '�');
    const said = whole.length > longestMessage ? `${whole.slice(0, longestMessage)}…` : whole;
    // What follows in the same message must not look like a line of its own.
    const asOne = said.replaceAll('\n', '\n    ');
    lines.push(...lineInWords(stamp(new Date()), level, asOne).split('\n'));
    lines.splice(0, Math.max(lines.length - keptLines, 0));
    logger[level](asOne);
  }

  /** A key may have been set since they were written. */
  function earlier(): string[] {
    if (lines.length >= keptLines || sizeOf(path) < begunAt) return [];
    return readTail(path, begunAt, tailBytes).map((line) => redact(line, known()));
  }

  return {
    info: (message) => write('info', message),
    error: (message, cause) => write('error', `${message}: ${describeError(cause)}`),
    lines: () => [...earlier(), ...lines].slice(-keptLines),
    hide: (all) => void secrets.push(all),
  };
}

/** Makes room for a new `overhead.log`. What the disk refuses costs the oldest lines, not the app. */
function rotate(folder: string): void {
  const nth = (n: number): string => join(folder, n === 0 ? 'overhead.log' : `overhead.${n}.log`);
  try {
    for (let n = oldFiles - 1; n >= 0; n -= 1) moveOver(nth(n), nth(n + 1));
  } catch {
    rmSync(nth(0), { force: true });
  }
}

function moveOver(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
