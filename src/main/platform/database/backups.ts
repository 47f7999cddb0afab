import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, backup } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '#shared/failure.ts';
import {
  createDraft,
  createEmptyFile,
  draftName,
  makeFolder,
  placeDraft,
} from '../files/atomic.ts';
import { attemptStorage, isDamageCode, mayFileExist, storageFailure } from '../files/attempt.ts';

/** The number of backups that are kept of each kind: daily backups, and backups made before upgrades. */
const backupsPerKind = 7;

export interface Backup {
  readonly path: string;
  /** The time of the backup, in milliseconds since the Unix epoch. */
  readonly at: number;
}

/** The folder of the backups of the database at `path`. */
const backupFolder = (path: string): string => join(dirname(path), 'backups');

const timeStamp = (now: number): string => new Date(now).toISOString().replaceAll(/[:.]/g, '-');
/** Matches the part of a backup's file name that follows the name of the database. */
const backupNamePattern =
  /^-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z(-before-v\d+)?\.sqlite$/;

/** The path of a backup made now. `version` is set for a backup before an upgrade: the version before the upgrade. */
function backupPath(path: string, now: number, version?: number): string {
  const name = basename(path, '.sqlite');
  const suffix = version === undefined ? '' : `-before-v${version + 1}`;
  return join(backupFolder(path), `${name}-${timeStamp(now)}${suffix}.sqlite`);
}

/**
 * Creates an empty draft for the backup `final`, in a folder that no other user may enter. Returns the path of the
 * draft; the caller places or discards the draft.
 */
function createBackupDraft(final: string): string {
  makeFolder(dirname(final), 0o700);
  return createDraft(final, 0o600);
}

/** Removes a draft of a database, and the files that SQLite created beside the draft. */
export function discardDraft(draft: string): void {
  for (const suffix of ['', '-shm', '-wal', '-journal'])
    attemptStorage(() => rmSync(draft + suffix, { force: true }));
}

/**
 * Removes the drafts that interrupted writes left in a folder. Must not run while a draft is being written there.
 * Ignores errors of the disk.
 */
export function removeDrafts(folder: string): void {
  const names = attemptStorage(() => readdirSync(folder));
  for (const name of names.ok ? names.value : [])
    if (draftName.test(name)) attemptStorage(() => rmSync(join(folder, name)));
}

type ListedBackup = Backup & { readonly beforeUpgrade: boolean };

/** All backups, the newest first. Returns an empty list if the folder cannot be read. */
export function listBackups(path: string): ListedBackup[] {
  const backups = attemptStorage(() => readBackups(path));
  return backups.ok ? backups.value : [];
}

/** As `listBackups`, but throws if the folder cannot be read. Ignores the files of other programs in the folder. */
function readBackups(path: string): ListedBackup[] {
  const folder = backupFolder(path);
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  const namePrefix = basename(path, '.sqlite');
  return readdirSync(folder)
    .flatMap((name) => {
      const match = name.startsWith(namePrefix)
        ? backupNamePattern.exec(name.slice(namePrefix.length))
        : null;
      if (match === null) return [];
      const [, day = '', hour = '', minute = '', second = '', ms = '', before] = match;
      const time = Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
      return [{ path: join(folder, name), at: time, beforeUpgrade: before !== undefined }];
    })
    .sort((a, b) => b.at - a.at);
}

/** Moves backups with a time in the future to the end of the list: the clock was wrong, so their age is unknown. */
const withFutureLast = <B extends Backup>(backups: readonly B[], now: number): B[] => [
  ...backups.filter(({ at }) => at <= now),
  ...backups.filter(({ at }) => at > now),
];

/**
 * Removes the drafts of interrupted backups, and the oldest backups if there are more than `backupsPerKind` of a kind.
 * Must not run while a backup is being made.
 */
function pruneBackups(path: string, now: number): void {
  removeDrafts(backupFolder(path));
  const allBackups = withFutureLast(listBackups(path), now);
  for (const upgrade of [false, true]) {
    const surplusBackups = allBackups
      .filter(({ beforeUpgrade }) => beforeUpgrade === upgrade)
      .slice(backupsPerKind);
    for (const { path: old } of surplusBackups) attemptStorage(() => rmSync(old));
  }
}

/**
 * Makes a backup before an upgrade, synchronously, because nothing else runs at the start. If the disk refuses the
 * backup, the upgrade continues: each step of the upgrade is one transaction, so a failed step changes nothing.
 */
export function backUpBeforeUpgrade(
  database: DatabaseSync,
  path: string,
  version: number,
  now: number,
): void {
  const final = backupPath(path, now, version);
  attemptStorage(() => {
    const draft = createBackupDraft(final);
    try {
      database.prepare('VACUUM INTO ?').run(draft);
      if (isDatabaseIntact(draft)) placeDraft(draft, final);
    } finally {
      // An unfinished backup takes space that the upgrade may need.
      discardDraft(draft);
    }
    pruneBackups(path, now);
  });
}

/**
 * The newest intact backup whose version is at most `newest`; null if there is none. Throws if the folder of the
 * backups cannot be read: the result null would make the app create an empty database.
 */
export const newestBackup = (path: string, newest: number, now: number): Backup | null =>
  withFutureLast(readBackups(path), now).find((backup) => isDatabaseIntact(backup.path, newest)) ??
  null;

/**
 * Whether the whole database is intact and its version is at most `newest`. If SQLite fails for a reason other than
 * damage (disk full, locked, no file descriptor), the check is repeated once: if an intact backup were skipped,
 * everything written since the next older backup would be lost.
 */
export function isDatabaseIntact(path: string, newest = Infinity, isSecond = false): boolean {
  const checkResult = attemptStorage(() => {
    const database = new DatabaseSync(immutableUrl(path), { readOnly: true });
    try {
      const checkAnswer = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
      const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
      return checkAnswer === 'ok' && version > 0 && version <= newest;
    } finally {
      database.close();
    }
  });
  if (checkResult.ok) return checkResult.value;
  return (
    !isDamageCode(checkResult.failure.code) && !isSecond && isDatabaseIntact(path, newest, true)
  );
}

/**
 * Returns the URL with which SQLite opens a database without creating the files `-wal` and `-shm` beside it. Use this
 * URL only for a file to which no process writes.
 */
export function immutableUrl(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** The path of the note of damage. While this file exists, the database is checked completely when it is opened. */
const damageNotePath = (path: string): string => `${path}.suspect`;

export const isDamageSuspected = (path: string): boolean => mayFileExist(damageNotePath(path));

/** Creates the note of damage. Does nothing if the disk refuses the file. */
export const noteSuspectedDamage = (path: string): void =>
  void attemptStorage(() => createEmptyFile(damageNotePath(path), 0o600));

export const clearSuspectedDamage = (path: string): void =>
  void attemptStorage(() => rmSync(damageNotePath(path), { force: true }));

const dayMs = 24 * 3600_000;
/** The number of pages that are copied before other code can run. */
const pagesPerStep = 200;

/** The time until the next backup is due, in milliseconds; 0 if the backup is overdue or there is no backup yet. */
export function msUntilBackup(path: string, now: number): number {
  // Ignore backups from the future: they were made while the clock was wrong.
  const lastBackup = listBackups(path).find(({ at }) => at <= now);
  return lastBackup === undefined ? 0 : Math.max(lastBackup.at + dayMs - now, 0);
}

/**
 * Copies the whole database while the app continues, checks the copy, and removes old backups. Fails with `storage` if
 * the disk refuses the copy, and with the code `SQLITE_CORRUPT` if the copy is damaged.
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
    await backup(database, draft, { rate: pagesPerStep });
    if (!(await isIntactByWorker(draft))) return fail({ kind: 'storage', code: 'SQLITE_CORRUPT' });
    placeDraft(draft, final);
    pruneBackups(path, now);
    return ok({ path: final, at: now });
  } catch (error) {
    return fail(storageFailure(error));
  } finally {
    // An unfinished backup takes space that the journal may need.
    if (draft !== null) discardDraft(draft);
  }
}

/** The script of the worker that checks a copy. It runs in a worker because a large database takes a second. */
const checkScript = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  let isIntact = false;
  try {
    const database = new DatabaseSync(new URL(workerData), { readOnly: true });
    isIntact = database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
    database.close();
  } catch {}
  parentPort.postMessage(isIntact);`;

function isIntactByWorker(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(checkScript, { eval: true, workerData: immutableUrl(path).href });
    worker.once('message', (isIntact) => resolve(isIntact === true));
    worker.once('error', reject);
    // Only for a worker that ends without a message; after a message, `resolve` has no effect.
    worker.once('exit', () => resolve(false));
  });
}
