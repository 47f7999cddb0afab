import { renameSync } from 'node:fs';

/** The name under which a file that cannot be used is put aside; `now` in milliseconds since the Unix epoch. */
export const asideName = (path: string, now: number): string =>
  `${path}.unusable-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;

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
