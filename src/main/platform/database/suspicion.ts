import { existsSync, rmSync } from 'node:fs';
import { createEmpty } from '../files/atomic.ts';
import { attempt } from '../files/attempt.ts';

/** A note beside the database that damage was met in it: the next start then looks at all of it first. */
const noteOf = (path: string): string => `${path}.suspect`;

export const isSuspected = (path: string): boolean => existsSync(noteOf(path));

/** A disk that does not take the note is what there is to say of it already. */
export const suspect = (path: string): void => void attempt(() => createEmpty(noteOf(path), 0o600));

export const clearSuspicion = (path: string): void =>
  void attempt(() => rmSync(noteOf(path), { force: true }));
