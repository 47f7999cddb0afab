import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';

/** What the shell ends with when the copy is not what was signed. */
const wrongFileExit = 77;

/**
 * The command of a package program, as one line of shell that root runs: it copies the package into a new folder that
 * nobody else can enter, compares the copy with `sha512` (base64), and hands the copy over. Whoever can write to
 * `path` can no longer change what is installed. A command that is not about the package stays as it is.
 *
 * The line stands between single quotes, and may stand between double quotes as well: it holds no quote and no `$`.
 *
 * @param path the package, quoted for the shell by electron-updater
 */
export function installVerified(
  command: readonly string[],
  path: string | null,
  sha512: string,
): string[] {
  if (path === null || command.at(-1) !== path) return [...command];
  const hash = Buffer.from(sha512, 'base64').toString('hex');
  const folder = `/var/tmp/overhead-${randomBytes(16).toString('hex')}`;
  const copy = `${folder}/package${extname(path)}`;
  const copied = `mkdir -m 700 ${folder} && cp ${path} ${copy} && sha512sum ${copy} | grep -q ^${hash}`;
  const remove = `rm -rf ${folder}`;
  const install = [...command.slice(0, -1), copy].join(' ');
  return [
    `${copied} || { ${remove}; exit ${wrongFileExit}; }; if ${install}; then ${remove}; else ${remove}; exit 1; fi`,
  ];
}

/** Whether this is electron-updater's error for a line that found a wrong file. */
export const isWrongFileExit = (error: unknown): boolean =>
  error instanceof Error && error.message.endsWith(`exited with code ${wrongFileExit}`);
