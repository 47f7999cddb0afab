import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { copyWholeSync, createDraft, draftName, placeDraft } from '../files/atomic.ts';
import { attempt } from '../files/attempt.ts';

/** How many are kept, besides those made before an upgrade. */
const kept = 7;

export interface Backup {
  readonly path: string;
  /** When it was made, in milliseconds since the Unix epoch. */
  readonly at: number;
}

/** The folder of the backups of the database at `path`. */
export const backupFolder = (path: string): string => join(dirname(path), 'backups');

const stamp = (now: number): string => new Date(now).toISOString().replaceAll(/[:.]/g, '-');
const pattern = /-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z(-before-v\d+)?\.sqlite$/;

/** What an interrupted backup leaves behind; earlier versions also left the last two beside each finished one. */
const leftover = /-[\dTZ-]+(-before-v\d+)?\.sqlite\.part(-shm|-wal|-journal)?$/;

/** The name of a backup made now; `version` is given before an upgrade from that version. */
export function backupPath(path: string, now: number, version?: number): string {
  const name = basename(path, '.sqlite');
  const suffix = version === undefined ? '' : `-before-v${version + 1}`;
  return join(backupFolder(path), `${name}-${stamp(now)}${suffix}.sqlite`);
}

/**
 * Creates an empty draft for the backup `final`, in a folder that no other user may enter.
 * Returns its path; the caller places or discards it.
 */
export function createBackupDraft(final: string): string {
  mkdirSync(dirname(final), { recursive: true, mode: 0o700 });
  return createDraft(final, 0o600);
}

/** Removes a draft that has not become a backup, and what SQLite created beside it. */
export function discardDraft(draft: string): void {
  for (const suffix of ['', '-shm', '-wal', '-journal'])
    attempt(() => rmSync(draft + suffix, { force: true }));
}

/** What is there, newest first. */
export function listBackups(path: string): (Backup & { readonly beforeUpgrade: boolean })[] {
  const folder = backupFolder(path);
  const names = attempt(() => readdirSync(folder));
  if (!names.ok) return [];
  return names.value
    .flatMap((name) => {
      const match = pattern.exec(name);
      if (match === null) return [];
      const [, day = '', hour = '', minute = '', second = '', ms = '', before] = match;
      const at = Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
      return [{ path: join(folder, name), at, beforeUpgrade: before !== undefined }];
    })
    .sort((a, b) => b.at - a.at);
}

/**
 * The newest first, and behind all others those from the future: they were made under a wrong clock, so that
 * nothing says how old they are.
 */
const byTrust = <B extends Backup>(backups: readonly B[], now: number): B[] => [
  ...backups.filter(({ at }) => at <= now),
  ...backups.filter(({ at }) => at > now),
];

/**
 * Removes the backups beyond those that are kept, and what interrupted backups left. Those made before an upgrade
 * count separately. Must not run while a backup is being made.
 */
export function prune(path: string, now: number): void {
  const folder = backupFolder(path);
  const names = attempt(() => readdirSync(folder));
  for (const name of names.ok ? names.value : [])
    if (leftover.test(name) || draftName.test(name)) attempt(() => rmSync(join(folder, name)));
  const all = byTrust(listBackups(path), now);
  for (const upgrade of [false, true]) {
    const surplus = all.filter(({ beforeUpgrade }) => beforeUpgrade === upgrade).slice(kept);
    for (const { path: old } of surplus) attempt(() => rmSync(old));
  }
}

/**
 * A backup before an upgrade, at once: nothing else goes on at the start. A disk that takes no backup does not
 * hold the upgrade up, which is one transaction.
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
      // Half a backup takes the room that the upgrade itself may need.
      discardDraft(draft);
    }
    prune(path, now);
  });
}

/** Copies the newest backup that is sound, and not of a version above `newest`, to `path`. Null: there is none. */
export function putBackNewest(path: string, newest: number, now: number): Backup | null {
  for (const { path: from, at } of byTrust(listBackups(path), now)) {
    if (!isSound(from, newest)) continue;
    copyWholeSync(from, path);
    // A backup of an earlier version may be readable for others.
    if (process.platform !== 'win32') chmodSync(path, 0o600);
    return { path: from, at };
  }
  return null;
}

/** Reads all of it. A backup that cannot be opened is not sound either. */
function isSound(path: string, newest = Infinity): boolean {
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
  return sound.ok && sound.value;
}

/**
 * The address under which SQLite opens a finished database without creating `-wal` and `-shm` beside it. Only for
 * files that nobody writes to.
 */
export function untouched(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}
