import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { RefusedError } from './provider.ts';

/** Exit code of the shell when root's copy has another hash. */
const wrongFileExit = 77;

/** Runs the commands of DebUpdater and RpmUpdater; see `installVerified`. */
export function createRootRunner(sha512: () => string) {
  let refusal: RefusedError | null = null;
  return (command: string[], path: string | null, run: (command: string[]) => string): string => {
    if (path === null || command.at(-1) !== path) {
      // electron-updater runs apt-get after a failed dpkg, to repair dependencies. Do not repair after a refusal.
      if (refusal !== null) throw refusal;
      return run(command);
    }
    refusal = null;
    try {
      // electron-updater passes the path to a shell, and escapes most characters but not all.
      if (!/^[\p{L}\p{N}/._ @+\\-]+$/u.test(path))
        throw new RefusedError({
          kind: 'install',
          detail: 'its folder has a name with unusual characters',
        });
      return run([installVerified(command, path, sha512())]);
    } catch (error) {
      const isWrong = error instanceof Error && error.message.endsWith(` code ${wrongFileExit}`);
      if (isWrong) refusal = new RefusedError({ kind: 'wrong-file' });
      else if (error instanceof RefusedError) refusal = error;
      throw refusal ?? error;
    }
  };
}

/**
 * Builds the shell line by which root installs a package. It copies the package into a new folder that only root can
 * enter, compares the SHA-512 of the copy with `sha512` (base64) and installs the copy: other programs of this user could
 * change the download after a check. electron-updater puts the line between quotes: it contains no quote and no `$`.
 *
 * @param path the last part of the command: the package, escaped for the shell by electron-updater
 */
export function installVerified(command: readonly string[], path: string, sha512: string): string {
  const hash = Buffer.from(sha512, 'base64').toString('hex');
  const folder = `/var/tmp/overhead-${randomBytes(16).toString('hex')}`;
  const copy = `${folder}/package${extname(path)}`;
  const copied = `mkdir -m 700 ${folder} && cp ${path} ${copy} && sha512sum ${copy} | grep -q ^${hash}`;
  const remove = `rm -rf ${folder}`;
  const install = [...command.slice(0, -1), copy].join(' ');
  return `${copied} || { ${remove}; exit ${wrongFileExit}; }; if ${install}; then ${remove}; else ${remove}; exit 1; fi`;
}
