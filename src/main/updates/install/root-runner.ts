import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';

/** Exit code of the shell when root's copy has another hash. */
export const wrongFileExit = 77;

/**
 * Builds the shell line by which root installs a package. The line copies the package into a new folder that only root
 * can enter, compares the SHA-512 of the copy with `sha512` (base64) and installs the copy. Without the copy, other
 * programs of this user could change the download after the check. electron-updater puts the line between quotes, so
 * the line must contain neither a quote nor `$`.
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
  const copyCommand = `mkdir -m 700 ${folder} && cp ${path} ${copy} && sha512sum ${copy} | grep -q ^${hash}`;
  const removeCommand = `rm -rf ${folder}`;
  const installCommand = [...installer, copy].join(' ');
  return `${copyCommand} || { ${removeCommand}; exit ${wrongFileExit}; }; if ${installCommand}; then ${removeCommand}; else ${removeCommand}; exit 1; fi`;
}
