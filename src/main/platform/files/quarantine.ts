import { readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The name under which a file that cannot be used is put aside; `now` in milliseconds since the Unix epoch. */
export const asideName = (path: string, now: number): string =>
  `${asideStart(path)}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;

const asideStart = (path: string): string => `${path}.unusable-`;

/** The file that was put aside last under such a name, or null. Throws what the disk says of the folder. */
export function newestAside(path: string): string | null {
  const folder = dirname(path);
  const start = asideStart(basename(path));
  const [newest] = readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .toSorted()
    .reverse();
  return newest === undefined ? null : join(folder, newest);
}

/** True for the error of a file that is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Moves a file, if there is one. */
export function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
