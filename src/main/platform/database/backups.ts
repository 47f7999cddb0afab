import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, backup } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '#shared/failure.ts';
import { createDraft, createEmpty, draftName, makeFolder, placeDraft } from '../files/atomic.ts';
import { attempt, isDamageCode, mayExist, storageFailure } from '../files/attempt.ts';

/** The number of daily backups that are kept, and of backups before upgrades. */
const backupsPerKind = 7;

export interface Backup {
  readonly path: string;
  /** The time of the backup, in milliseconds since the Unix epoch. */
  readonly at: number;
}

/** The folder of the backups of the database at `path`. */
const backupFolder = (path: string): string => join(dirname(path), 'backups');

const stamp = (now: number): string => new Date(now).toISOString().replaceAll(/[:.]/g, '-');
/** The part of a backup's name after that of the database. */
const pattern = /^-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z(-before-v\d+)?\.sqlite$/;

/** The name of a backup made now; `version` is given before an upgrade from that version. */
function backupPath(path: string, now: number, version?: number): string {
  const name = basename(path, '.sqlite');
  const suffix = version === undefined ? '' : `-before-v${version + 1}`;
  return join(backupFolder(path), `${name}-${stamp(now)}${suffix}.sqlite`);
}

/**
 * Creates an empty draft for the backup `final`, in a folder that no other user may enter.
 * Returns its path; the caller places or discards it.
 */
function createBackupDraft(final: string): string {
  makeFolder(dirname(final), 0o700);
  return createDraft(final, 0o600);
}

/** Removes an unfinished database, and the files that SQLite created beside it. */
export function discardDraft(draft: string): void {
  for (const suffix of ['', '-shm', '-wal', '-journal'])
    attempt(() => rmSync(draft + suffix, { force: true }));
}

/**
 * Removes the drafts that interrupted writes left in a folder. Must not run while a draft is being written there.
 * Ignores errors of the disk.
 */
export function removeDrafts(folder: string): void {
  const names = attempt(() => readdirSync(folder));
  for (const name of names.ok ? names.value : [])
    if (draftName.test(name)) attempt(() => rmSync(join(folder, name)));
}

type ListedBackup = Backup & { readonly beforeUpgrade: boolean };

/** All backups, the newest first; none if the disk cannot list them. */
export function listBackups(path: string): ListedBackup[] {
  const backups = attempt(() => readBackups(path));
  return backups.ok ? backups.value : [];
}

/** As `listBackups`, but throws if the disk cannot list them. The folder may hold files of other programs. */
function readBackups(path: string): ListedBackup[] {
  const folder = backupFolder(path);
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  const start = basename(path, '.sqlite');
  return readdirSync(folder)
    .flatMap((name) => {
      const match = name.startsWith(start) ? pattern.exec(name.slice(start.length)) : null;
      if (match === null) return [];
      const [, day = '', hour = '', minute = '', second = '', ms = '', before] = match;
      const at = Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
      return [{ path: join(folder, name), at, beforeUpgrade: before !== undefined }];
    })
    .sort((a, b) => b.at - a.at);
}

/** Sorts the newest backup first, and those from the future last: the clock was wrong, so their age is unknown. */
const byTrust = <B extends Backup>(backups: readonly B[], now: number): B[] => [
  ...backups.filter(({ at }) => at <= now),
  ...backups.filter(({ at }) => at > now),
];

/**
 * Removes the oldest backups above the limits, and the files of interrupted backups. Backups before upgrades have a
 * separate limit. Must not run while a backup is being made.
 */
function prune(path: string, now: number): void {
  removeDrafts(backupFolder(path));
  const all = byTrust(listBackups(path), now);
  for (const upgrade of [false, true]) {
    const surplus = all
      .filter(({ beforeUpgrade }) => beforeUpgrade === upgrade)
      .slice(backupsPerKind);
    for (const { path: old } of surplus) attempt(() => rmSync(old));
  }
}

/**
 * Makes a backup before an upgrade, synchronously, because nothing else runs at the start. If the disk refuses it, the
 * upgrade continues, because it is one transaction.
 */
export function backUpNow(
  database: DatabaseSync,
  path: string,
  version: number,
  now: number,
): void {
  const final = backupPath(path, now, version);
  attempt(() => {
    const draft = createBackupDraft(final);
    try {
      database.prepare('VACUUM INTO ?').run(draft);
      if (isSound(draft)) placeDraft(draft, final);
    } finally {
      // An unfinished backup takes space that the upgrade may need.
      discardDraft(draft);
    }
    prune(path, now);
  });
}

/**
 * The newest intact backup up to version `newest`, or null. Throws when the disk does not list them, because an empty
 * database would then replace them.
 */
export const newestBackup = (path: string, newest: number, now: number): Backup | null =>
  byTrust(readBackups(path), now).find((backup) => isSound(backup.path, newest)) ?? null;

/**
 * Checks the whole file. When SQLite fails for a reason other than damage (disk full, locked, no file descriptor), it tries
 * once more, because a skipped backup loses everything written since the backup before it.
 */
export function isSound(path: string, newest = Infinity, isSecond = false): boolean {
  const sound = attempt(() => {
    const database = new DatabaseSync(untouched(path), { readOnly: true });
    try {
      const check = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
      const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
      return check === 'ok' && version > 0 && version <= newest;
    } finally {
      database.close();
    }
  });
  if (sound.ok) return sound.value;
  return !isDamageCode(sound.failure.code) && !isSecond && isSound(path, newest, true);
}

/**
 * The URL with which SQLite opens a finished database without creating `-wal` and `-shm` beside it. Only for files to
 * which no process writes.
 */
export function untouched(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** The file beside the database which makes the next start check all of it, because damage was found. */
const noteOf = (path: string): string => `${path}.suspect`;

export const isSuspected = (path: string): boolean => mayExist(noteOf(path));

/** Ignores a disk that refuses the file. */
export const suspect = (path: string): void => void attempt(() => createEmpty(noteOf(path), 0o600));

export const clearSuspicion = (path: string): void =>
  void attempt(() => rmSync(noteOf(path), { force: true }));

const dayMs = 24 * 3600_000;
/** Pages copied at a time; other code runs in between. */
const pagesAtOnce = 200;

/** The time until the next backup is due, in milliseconds; 0 when there is no backup yet. */
export function untilBackup(path: string, now: number): number {
  // Ignore backups from the future: they were made while the clock was wrong.
  const newest = listBackups(path).find(({ at }) => at <= now);
  return newest === undefined ? 0 : Math.max(newest.at + dayMs - now, 0);
}

/**
 * Copies the whole database while the app continues, checks the copy, and keeps the newest seven. Fails with `storage`
 * when the disk refuses it; `SQLITE_CORRUPT` when the database itself is damaged.
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
    if (!(await isSoundElsewhere(draft))) return fail({ kind: 'storage', code: 'SQLITE_CORRUPT' });
    placeDraft(draft, final);
    prune(path, now);
    return ok({ path: final, at: now });
  } catch (error) {
    return fail(storageFailure(error));
  } finally {
    // An unfinished backup takes space that the journal may need.
    if (draft !== null) discardDraft(draft);
  }
}

/** Runs in a worker: checking a large database takes a second. */
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
    // This has no effect after a message.
    worker.once('exit', () => resolve(false));
  });
}
