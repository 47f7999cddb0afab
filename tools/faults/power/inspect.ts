import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createHash } from 'node:crypto';
import { openKeptAppDatabase } from '#app/database.ts';
import { openJournalValues } from '#journal/journal-values.ts';
import { openStoredValues } from '#platform/database/values.ts';
import { startJournal } from '#journal/journal.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { listBackups } from '#platform/database/backups.ts';
import type { KeptDatabase } from '#platform/database/kept-database.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import { systemClock } from '#runtime/clock.ts';
import { setDefectSink } from '#runtime/defects.ts';
import { openRequestGate } from '#runtime/suspension.ts';
import { createKeyFile } from '#settings/secrets/key-file.ts';
import { openSettingsStore } from '#settings/store/settings-store.ts';
import { fail } from '#shared/failure.ts';
import { journalPostSchema } from '#shared/journal/journal.ts';
import { parseJson } from '#shared/json.ts';
import { postId } from '#test/support/journal-posts.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { wallpaperRig } from '#test/support/wallpaper-rig.ts';
import { createTestDesktop } from './desktop.ts';
import { imageHash, type DiskImage } from './disk.ts';
import type { ConfirmedPromises, AllowedValues } from './promises.ts';
import { dayMs, dataPathsIn, exportPaths, versionOf } from './scenarios.ts';

/** The result of the app's start on a disk after a power cut. */
interface Finding {
  /** Faults of the start other than broken promises (lost data that the app had confirmed as saved). */
  readonly faults: readonly string[];
  /** Whether the database was set aside as unusable. */
  readonly isAside: boolean;
  /** The versions of the posts, by id. */
  readonly posts: ReadonlyMap<string, string>;
  /** The number in the settings; null: the settings have the defaults of a first start. */
  readonly settings: number | null;
  readonly key: string | null;
}

/** A time that is later than all scenarios, and earlier than the removal of deleted posts. */
const now = (): number => Date.parse('2026-11-20T12:00:00Z') + 10 * dayMs;
const clock = { ...systemClock, now };

/** A post that is written after the cut. */
const newPost = postId(900);

/**
 * Starts the app's modules on images, and compares the result with the promises. Images with equal files are started
 * only once.
 */
export class Inspector {
  readonly #folder: string;
  readonly #findings = new Map<string, Finding>();
  readonly #wallpapers = new Map<string, readonly string[]>();
  readonly #backups = new Map<string, readonly string[]>();

  /** @param folder the folder of the recording, whose path the recorded files contain */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The number of different images that were started. */
  get distinct(): number {
    return this.#findings.size;
  }

  /** Returns the faults of an image. */
  async inspect(image: DiskImage, promises: ConfirmedPromises): Promise<readonly string[]> {
    const sum = imageHash(image);
    let finding = this.#findings.get(sum);
    if (finding === undefined) {
      this.#write(image);
      finding = await examineImage(this.#folder);
      this.#findings.set(sum, finding);
    }
    return [
      ...finding.faults,
      ...(finding.isAside && !promises.isDamaged ? ['the database was put aside'] : []),
      ...postFaults(finding.posts, promises),
      ...(await this.#backupFaults(image, promises)),
      ...spanFaults('settings', finding.settings, promises.settings, null),
      ...spanFaults('key', finding.key, promises.key, null),
      ...exportFaults(image, promises),
      ...(await this.#wallpaperFaults(image, sum, promises)),
    ];
  }

  async #wallpaperFaults(
    image: DiskImage,
    sum: string,
    promises: ConfirmedPromises,
  ): Promise<readonly string[]> {
    const all: string[] = [];
    for (const [age, { held, sums, own }] of promises.desktops.entries()) {
      const key = `${sum} ${JSON.stringify([age, held, own])}`;
      let faults = this.#wallpapers.get(key);
      if (faults === undefined) {
        this.#write(image);
        faults = [
          ...Object.entries(sums).flatMap(([path, expectedSum]) => {
            const content = image.files.get(path);
            if (content === undefined) return [`the shown wallpaper ${path} is gone`];
            const isWhole = createHash('sha1').update(content).digest('hex') === expectedSum;
            return isWhole ? [] : [`the shown wallpaper ${path} is torn`];
          }),
          // Restoring is checked for the current wallpaper only: a desktop that lost its setting may show any picture.
          ...(age === 0 ? await restoreFaults(this.#folder, held, own) : []),
        ];
        this.#wallpapers.set(key, faults);
      }
      all.push(...faults);
    }
    return all;
  }

  /**
   * The faults of the backups: they must be complete, and the app must restore the newest backup if its database is
   * missing.
   */
  async #backupFaults(
    { files }: DiskImage,
    { backup }: ConfirmedPromises,
  ): Promise<readonly string[]> {
    const backups = new Map([...files].filter(([path]) => path.startsWith(backupsIn)));
    if (backups.size === 0 && backup === null) return [];
    const image = { files: backups, folders: [backupsIn] };
    const key = `${imageHash(image)} ${JSON.stringify(backup)}`;
    let faults = this.#backups.get(key);
    if (faults === undefined) {
      this.#write(image);
      faults = await examineBackups(this.#folder, backup ?? {});
      this.#backups.set(key, faults);
    }
    return faults;
  }

  #write({ files, folders }: DiskImage): void {
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder);
    for (const folder of folders) mkdirSync(join(this.#folder, folder), { recursive: true });
    for (const [path, content] of files) writeFileSync(join(this.#folder, path), content);
  }
}

const backupsIn = '/data/backups';

async function examineBackups(
  root: string,
  wanted: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const { database } = dataPathsIn(root);
  const faults = listBackups(database)
    .filter(({ path }) => !isDatabaseIntact(path))
    .map(({ path }) => `the backup ${basename(path)} is damaged`);
  const { posts } = await startJournalOnce(database, faults, 'read');
  for (const [id, version] of Object.entries(wanted))
    if (!posts.has(id)) faults.push(`no backup holds ${version}`);
  return faults;
}

async function examineImage(root: string): Promise<Finding> {
  const { data, database, key: keyPath } = dataPathsIn(root);
  const faults: string[] = [];
  // Create the folder if the image lacks it; the system does the same.
  mkdirSync(data, { recursive: true });
  try {
    // Import this module only now: electron-store imports Electron, for which an import above has provided a
    // replacement.
    const { openSettingsFile } = await import('#settings/store/settings-file.ts');
    const settings = openSettingsStore(openSettingsFile(data, now));
    if (settings.reset !== null) faults.push(`the settings were reset: ${settings.reset.reason}`);
    const storedKey = createKeyFile(keyPath, now).read();
    if (storedKey === 'wrong') faults.push('the key is malformed');
    const first = await startJournalOnce(database, faults, 'check and write');
    const again = await startJournalOnce(database, faults, 'read');
    if (again.isAside) faults.push('the second start put the database aside');
    for (const [id, version] of first.posts)
      if (again.posts.get(id) !== version) faults.push(`the second start has lost ${version}`);
    if (!again.posts.has(newPost)) faults.push('a post written after the cut was lost');
    again.posts.delete(newPost);
    return {
      faults,
      isAside: first.isAside,
      posts: first.posts,
      settings: existsSync(join(data, 'settings.json')) ? settings.current.journal.authorId : null,
      key:
        storedKey === null || storedKey === 'wrong'
          ? null
          : Buffer.from(storedKey.sealed).toString(),
    };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      faults: [`the app does not start: ${text}`],
      isAside: false,
      posts: new Map(),
      settings: null,
      key: null,
    };
  }
}

type InspectionWork = 'read' | 'check and write';

/**
 * Opens the database and starts the journal as the app does, but its outbox never begins; reads the posts, and closes
 * both. Adds what is wrong to `faults`. Returns the versions of the posts, and whether the database was set aside.
 */
async function startJournalOnce(
  path: string,
  faults: string[],
  work: InspectionWork,
): Promise<{ readonly isAside: boolean; readonly posts: Map<string, string> }> {
  const keptDatabase = openKeptAppDatabase(path, clock);
  try {
    const { failure, quarantined } = keptDatabase.opened;
    if (failure !== null) faults.push(`the database is temporary: ${failure.code}`);
    const isAside = quarantined !== null && existsSync(quarantined);
    const posts = await readPosts(keptDatabase, faults, work);
    return { isAside, posts };
  } finally {
    keptDatabase.close();
  }
}

async function readPosts(
  kept: KeptDatabase,
  faults: string[],
  work: InspectionWork,
): Promise<Map<string, string>> {
  setDefectSink((error) => faults.push(String(error)));
  const posts = new Map<string, string>();
  const store = createJournalStore(kept);
  const noAnswer = () => Promise.resolve(fail({ kind: 'cancelled' }));
  const journal = startJournal({
    clock,
    random: () => 0.5,
    state: createStateHolder(emptyContent),
    begin: new Promise(() => undefined),
    gate: openRequestGate,
    newId: () => newPost,
    authorId: () => 1,
    service: { create: noAnswer, replace: noAnswer, delete: noAnswer },
    store,
    values: openJournalValues(openStoredValues(kept).value),
  });
  for (const post of journal.all()) {
    if (!post.ok) faults.push(`a post cannot be read: ${post.failure.kind}`);
    else if (posts.has(post.value.id)) faults.push(`twice there: ${versionOf(post.value)}`);
    else posts.set(post.value.id, versionOf(post.value));
  }
  const unreadable = store.unreadable();
  if (unreadable > 0) faults.push(`${unreadable} posts are unreadable`);
  if (work === 'check and write') {
    const check = kept.current().prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
    if (check !== 'ok') faults.push(`the database is damaged: ${String(check)}`);
    const saved = journal.write({ id: newPost, publish: false, title: 'new', body: '' });
    if (!saved.ok) faults.push(`nothing can be saved: ${saved.failure.kind}`);
  }
  await journal.dispose();
  return posts;
}

function isDatabaseIntact(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] === 'ok';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function postFaults(posts: ReadonlyMap<string, string>, promises: ConfirmedPromises): string[] {
  const faults: string[] = [];
  for (const [id, span] of promises.posts)
    faults.push(...spanFaults('post', posts.get(id) ?? null, span, null));
  for (const [id, version] of posts)
    if (!promises.posts.has(id)) faults.push(`nobody wrote the post ${version}`);
  for (const { ids, isConfirmed } of promises.imports.values()) {
    const there = ids.filter((id) => posts.has(id)).length;
    if (there !== ids.length && (there > 0 || isConfirmed))
      faults.push(`${there} of ${ids.length} posts of an import are there`);
  }
  return faults;
}

/** @param none the value in an image in which nothing was ever saved */
function spanFaults<T>(
  what: string,
  value: T,
  { allowed, isConfirmed }: AllowedValues<T>,
  none: T,
) {
  if (allowed.includes(value) || (!isConfirmed && value === none)) return [];
  const short = (value: T): string => String(value).slice(0, 20);
  return [`${what}: ${short(value)} is there, not ${allowed.map(short).join(' or ')}`];
}

/** A confirmed export is unchanged; an export that is not confirmed yet is whole or not there. */
function exportFaults({ files }: DiskImage, { exports }: ConfirmedPromises): string[] {
  const paths = new Set([...exports.keys(), ...exportPaths.filter((path) => files.has(path))]);
  return [...paths].flatMap((path) => {
    const content = files.get(path);
    if (content === undefined) return [`the exported file ${path} is gone`];
    const sum = exports.get(path);
    const isWhole = sum === undefined ? isWholeExport(content) : sumOf(content) === sum;
    return isWhole ? [] : [`the exported file ${path} is torn`];
  });
}

const sumOf = (content: Buffer): string => createHash('sha1').update(content).digest('hex');

function isWholeExport(content: Buffer): boolean {
  const lines = content.toString().split('\n');
  return (
    lines.length > 1 &&
    lines.pop() === '' &&
    lines.every((line) => journalPostSchema.safeParse(parseJson(line)).success)
  );
}

/**
 * Restores the user's own wallpaper on a desktop with the given settings. Returns a fault if the restore fails, or for
 * each setting that is not the user's afterwards.
 */
async function restoreFaults(
  root: string,
  desktopSettings: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { data } = dataPathsIn(root);
  mkdirSync(data, { recursive: true });
  const desktop = createTestDesktop(desktopSettings);
  const rig = wallpaperRig(data, {}, desktop.options());
  const result = await rig.restore();
  if (!result.ok) return [`the own wallpaper is not restored: ${result.failure.kind}`];
  return ['image', 'image 2', 'lock'].flatMap((key) =>
    desktop.held[key] === own[key]
      ? []
      : [`the own wallpaper is forgotten: ${key} is ${desktop.held[key] ?? 'not set'}`],
  );
}
