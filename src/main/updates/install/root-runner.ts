import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { RefusedError } from './provider.ts';

/** Exit code of the shell when root's copy has another hash. */
const wrongFileExit = 77;

/**
 * Installs a deb with its dependencies, or changes nothing. electron-updater would run `dpkg -i`, which unpacks a
 * package that cannot be configured, and then `apt-get install -f -y`, which removes such a package and succeeds.
 */
const installDeb = [
  'env',
  'DEBIAN_FRONTEND=noninteractive',
  'apt-get',
  'install',
  '-y',
  '--no-remove',
];

/** Runs the commands of DebUpdater and RpmUpdater; see `installVerified`. */
export function createRootRunner(sha512: () => string) {
  let failed: Error | null = null;
  return (command: string[], path: string | null, run: (command: string[]) => string): string => {
    // electron-updater tries this repair after a failure; it would also ask for the password again.
    if (path === null || command.at(-1) !== path)
      throw failed ?? new Error(`no installation: ${command.join(' ')}`);
    try {
      // electron-updater passes the path to a shell, and escapes most characters but not all.
      if (!/^[\p{L}\p{N}/._ @+\\-]+$/u.test(path))
        throw new RefusedError({
          kind: 'install',
          detail: 'its folder has a name with unusual characters',
        });
      const installer = command[0] === 'dpkg' ? installDeb : command.slice(0, -1);
      return run([installVerified(installer, path, sha512())]);
    } catch (error) {
      failed = error instanceof Error ? error : new Error('the package manager', { cause: error });
      if (failed.message.endsWith(` code ${wrongFileExit}`))
        failed = new RefusedError({ kind: 'wrong-file' });
      throw failed;
    }
  };
}

/**
 * Builds the shell line by which root installs a package. It copies the package into a new folder that only root can
 * enter, compares the SHA-512 of the copy with `sha512` (base64) and installs the copy: other programs of this user could
 * change the download after a check. electron-updater puts the line between quotes: it contains no quote and no `$`.
 *
 * @param installer the command that installs a package; its path is appended
 * @param path the package, escaped for the shell by electron-updater
 */
export function installVerified(
  installer: readonly string[],
  path: string,
  sha512: string,
): string {
  const hash = Buffer.from(sha512, 'base64').toString('hex');
  const folder = `/var/tmp/overhead-${randomBytes(16).toString('hex')}`;
  const copy = `${folder}/package${extname(path)}`;
  const copied = `mkdir -m 700 ${folder} && cp ${path} ${copy} && sha512sum ${copy} | grep -q ^${hash}`;
  const remove = `rm -rf ${folder}`;
  const install = [...installer, copy].join(' ');
  return `${copied} || { ${remove}; exit ${wrongFileExit}; }; if ${install}; then ${remove}; else ${remove}; exit 1; fi`;
}
