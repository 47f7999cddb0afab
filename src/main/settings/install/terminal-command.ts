import { existsSync, mkdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { TerminalCommand } from '#shared/app.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { attemptStorageWrite, systemCodeOf } from '#platform/files/attempt.ts';

/** Absolute paths: of the symbolic link, and of the script in the app (`build/mac/overhead.sh`) to which it leads. */
interface TerminalCommandPaths {
  readonly link: string;
  readonly script: string;
}

/** The paths on this computer; null on other systems than macOS, and in a checkout. */
export const terminalCommandPaths = (isPackaged: boolean): TerminalCommandPaths | null =>
  process.platform === 'darwin' && isPackaged
    ? { link: '/usr/local/bin/overhead', script: join(process.resourcesPath, 'overhead') }
    : null;

/** The script in another copy of the app; the Finder names a second copy “Overhead 2.app” or “Overhead copy.app”. */
const scriptOfAnyCopy = /\/Overhead[^/]*\.app\/Contents\/Resources\/overhead$/;

/** A disk image, or the folder from which macOS runs a downloaded app that was not moved (App Translocation). */
const temporaryPlace = /^\/Volumes\/|\/AppTranslocation\//;

/** The command `overhead` of Terminal. Without paths, its state is null and cannot be changed. */
export function createTerminalCommand(paths: TerminalCommandPaths | null) {
  const state = (): TerminalCommand | null =>
    paths && { link: linkState(paths), isTemporary: temporaryPlace.test(paths.script) };
  return {
    state,

    /**
     * Makes the link, or removes it. Leaves the file of another program, and makes no link to a temporary place.
     * Fails with `terminal-command` if the system refuses.
     */
    set(on: boolean): Result<null> {
      const current = state();
      if (paths === null || current === null || current.link === 'foreign') return ok(null);
      if (on && current.isTemporary) return ok(null);
      if (current.link === (on ? 'current' : 'none')) return ok(null);
      const writeResult = attemptStorageWrite(() => {
        if (current.link !== 'none') unlinkSync(paths.link);
        if (!on) return;
        mkdirSync(dirname(paths.link), { recursive: true });
        symlinkSync(paths.script, paths.link);
      });
      if (writeResult.ok) return writeResult;
      const addition = current.link === 'outdated' ? 'replace' : 'add';
      const command = administratorCommand(paths, on ? addition : 'remove');
      return fail({ kind: 'terminal-command', code: writeResult.failure.code, command });
    },
  };
}

function linkState({ link, script }: TerminalCommandPaths): TerminalCommand['link'] {
  try {
    const target = resolve(dirname(link), readlinkSync(link));
    if (target === script) return 'current';
    return scriptOfAnyCopy.test(target) ? 'outdated' : 'foreign';
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === null) throw error;
    // Any other code, such as EINVAL for a file that is no link, means that the name is taken or cannot be read.
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'none' : 'foreign';
  }
}

/** Returns a shell command that makes the change as administrator. That of `add` fails if `link` exists. */
export function administratorCommand(
  { link, script }: TerminalCommandPaths,
  change: 'add' | 'replace' | 'remove',
): string {
  if (change === 'remove') return `sudo rm ${quoteForShell(link)}`;
  const folder = dirname(link);
  const makeFolder = existsSync(folder) ? '' : `sudo mkdir -p ${quoteForShell(folder)} && `;
  const options = change === 'replace' ? '-sfn' : '-s';
  return `${makeFolder}sudo ln ${options} ${quoteForShell(script)} ${quoteForShell(link)}`;
}

const quoteForShell = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
