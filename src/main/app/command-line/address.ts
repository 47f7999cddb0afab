import { randomBytes } from 'node:crypto';
import { lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Where an instance listens for the answer to what it asked. */
export interface AnswerAddress {
  readonly path: string;
  /** Removes what was made for it. */
  readonly remove: () => void;
}

const folderPrefix = 'overhead-answer-';
const socketName = 'socket';
const pipePattern = /^\\\\\.\\pipe\\overhead-answer-[0-9a-f]{32}$/;

/** A socket in a new folder that nobody else may enter; on Windows a pipe with a name that nobody can guess. */
export function makeAnswerAddress(platform: NodeJS.Platform = process.platform): AnswerAddress {
  if (platform === 'win32') {
    const name = `overhead-answer-${randomBytes(16).toString('hex')}`;
    return { path: `\\\\.\\pipe\\${name}`, remove: () => undefined };
  }
  // mkdtemp makes it with mode 700.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), folderPrefix));
  return {
    path: join(folder, socketName),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Whether `path` is what `makeAnswerAddress` makes: a socket of this person’s in a folder of theirs that nobody else
 * may enter, directly below a folder for temporary files, with no symbolic link on the way.
 */
export function isAnswerAddress(
  path: string,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform === 'win32') return pipePattern.test(path);
  const folder = dirname(path);
  if (basename(path) !== socketName || !basename(folder).startsWith(folderPrefix)) return false;
  try {
    const parent = dirname(folder);
    const allowed = [tmpdir(), '/tmp'].map((root) => realpathSync(root));
    if (!allowed.includes(parent)) return false;
    const uid = process.getuid?.();
    const folderStat = lstatSync(folder);
    const socketStat = lstatSync(path);
    return (
      folderStat.isDirectory() &&
      folderStat.uid === uid &&
      (folderStat.mode & 0o077) === 0 &&
      socketStat.isSocket() &&
      socketStat.uid === uid
    );
  } catch {
    // Not there, or no longer.
    return false;
  }
}
