import { backup, type DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '#shared/failure.ts';
import { placeDraft } from '../files/atomic.ts';
import { storageFailure } from '../files/attempt.ts';
import {
  backupPath,
  createBackupDraft,
  discardDraft,
  listBackups,
  prune,
  untouched,
  type Backup,
} from './backups.ts';
import type { KeptDatabase } from './kept-database.ts';
import { suspect } from './suspicion.ts';

const dayMs = 24 * 3600_000;
/** Pages copied at a time, between which the app goes on. */
const pagesAtOnce = 200;

/** When the next backup is due, in milliseconds from now; 0 when there is none yet. */
export function untilBackup(path: string, now: number): number {
  // One from the future was made under a wrong clock, and says nothing.
  const newest = listBackups(path).find(({ at }) => at <= now);
  return newest === undefined ? 0 : Math.max(newest.at + dayMs - now, 0);
}

/** The database to copy, and why it is not on its disk, or null. */
type Source = Pick<KeptDatabase, 'current' | 'trouble'>;

/**
 * As `makeBackup`, of the database that the disk has. While it has none, what stands in for it may be empty, and
 * would take the place of the good ones in time: then this fails with what the disk says.
 */
export async function backUpKept(kept: Source, path: string, now: number): Promise<Result<Backup>> {
  const trouble = kept.trouble();
  return trouble === null ? makeBackup(kept.current(), path, now) : fail(trouble);
}

/**
 * Copies the whole database while the app goes on, checks the copy, and keeps the newest seven. Fails with
 * `storage` when the disk does not take it; `SQLITE_CORRUPT` when the database itself is damaged.
 */
export async function makeBackup(
  database: DatabaseSync,
  path: string,
  now: number,
): Promise<Result<Backup>> {
  const final = backupPath(path, now);
  let draft: string | null = null;
  try {
    draft = createBackupDraft(final);
    await backup(database, draft, { rate: pagesAtOnce });
    if (!(await isSoundElsewhere(draft))) {
      suspect(path);
      return fail({ kind: 'storage', code: 'SQLITE_CORRUPT' });
    }
    placeDraft(draft, final);
    prune(path, now);
    return ok({ path: final, at: now });
  } catch (error) {
    return fail(storageFailure(error));
  } finally {
    // Half a backup takes the room that the journal itself may need.
    if (draft !== null) discardDraft(draft);
  }
}

/** In a thread of its own: to read a large database as a whole takes a second. */
const check = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  let sound = false;
  try {
    const database = new DatabaseSync(new URL(workerData), { readOnly: true });
    sound = database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
    database.close();
  } catch {}
  parentPort.postMessage(sound);`;

function isSoundElsewhere(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(check, { eval: true, workerData: untouched(path).href });
    worker.once('message', (sound) => resolve(sound === true));
    worker.once('error', reject);
    // Nothing is said twice: after the message this changes nothing.
    worker.once('exit', () => resolve(false));
  });
}
