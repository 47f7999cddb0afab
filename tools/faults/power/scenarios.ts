import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import '#test/support/electron-names.ts';
import { openKeptAppDatabase } from '#app/database.ts';
import { openJournalValues } from '#journal/journal-values.ts';
import { openStoredValues } from '#platform/database/values.ts';
import { startJournal, type Journal } from '#journal/journal.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { postToJsonLine } from '#journal/transfer/formats.ts';
import { createTransfer } from '#journal/transfer/transfer.ts';
import type { KeptDatabase } from '#platform/database/kept-database.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import { systemClock } from '#runtime/clock.ts';
import { openRequestGate } from '#runtime/suspension.ts';
import { createKeyFile } from '#settings/secrets/key-file.ts';
import { openSettingsStore } from '#settings/store/settings-store.ts';
import { ok } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import { leftDisplay, rightDisplay } from '#test/support/backends.ts';
import { acceptedPost, postId } from '#test/support/journal-posts.ts';
import { noPhotos } from '#test/support/no-photos.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { wallpaperRig } from '#test/support/wallpaper-rig.ts';
import { createTestDesktop } from './desktop.ts';
import type { TraceMark } from './promises.ts';

/** A part of the app's work. `prepare` makes a durable state; `play` is recorded. */
export interface Scenario {
  prepare?(root: string): Promise<void> | void;
  play(root: string): Promise<void> | void;
}

/** The paths of the app's data below a root. */
export const dataPathsIn = (root: string) => {
  const data = join(root, 'data');
  return {
    data,
    database: join(data, 'overhead.sqlite'),
    key: join(data, 'api-key'),
    import: join(root, 'import.jsonl'),
  };
};

/** The files below the root to which the scenario `transfer` exports. */
export const exportPaths = ['/before.jsonl', '/after.jsonl'] as const;

/** The body of a post, derived from its title. The title is the version of the post. */
const bodyOfTitle = (title: string): string =>
  `${title} `.repeat((Number(title.split('.')[0]) * 37) % 300);

/** The promised state of a post: its text, and whether it is deleted. */
export const versionOf = ({ title, body, state }: JournalPost): string => {
  const isDeleted =
    state.kind === 'deleted' ||
    state.kind === 'deleting' ||
    (state.kind === 'sending' && state.operation === 'delete');
  return `${title}${isDeleted ? ' deleted' : ''}${body === bodyOfTitle(title) ? '' : ' torn'}`;
};

const sumOfFile = (path: string): string =>
  createHash('sha1').update(readFileSync(path)).digest('hex');

/** The start time of all scenarios, in milliseconds since the Unix epoch. Each reading advances the clock. */
const startedAt = Date.parse('2026-11-20T12:00:00Z');
export const dayMs = 24 * 3600_000;
let diskLookCount = 0;
let days = 0;
const now = (): number => startedAt + days * dayMs + (diskLookCount += 1);
const clock = { ...systemClock, now };

function createMarker(root: string): (mark: TraceMark) => void {
  const file = openSync(join(root, 'marks'), 'a');
  return (mark) => void writeSync(file, `${JSON.stringify(mark)}\n`);
}

interface Life {
  readonly kept: KeptDatabase;
  readonly journal: Journal;
  /** Saves a post with its number and version. */
  readonly write: (n: number, version: number, publish?: boolean) => void;
  readonly change: (
    n: number,
    version: string,
    change: (id: string) => { readonly ok: boolean },
  ) => void;
}

/** Starts the journal on its database, runs it, and closes it as the app does. */
async function runJournal(
  root: string,
  tell: (mark: TraceMark) => void,
  work: (life: Life) => Promise<void>,
): Promise<void> {
  const keptDatabase = openKeptAppDatabase(dataPathsIn(root).database, clock);
  if (keptDatabase.opened.failure !== null) throw new Error('the database is temporary');
  const answer = () => Promise.resolve(ok({ status: 201, id: 101 }));
  const journal = startJournal({
    clock,
    random: () => 0.5,
    state: createStateHolder(emptyContent),
    begin: Promise.resolve(),
    gate: openRequestGate,
    newId: () => postId(0),
    authorId: () => 1,
    service: { create: answer, replace: answer, delete: answer },
    store: createJournalStore(keptDatabase),
    values: openJournalValues(openStoredValues(keptDatabase).value),
  });
  const change: Life['change'] = (n, version, run) => {
    const id = postId(n);
    tell({ mark: 'try', id, version });
    if (!run(id).ok) throw new Error(`${version} was not saved`);
    tell({ mark: 'saved', id, version });
  };
  await work({
    kept: keptDatabase,
    journal,
    change,
    write(n, version, publish = false) {
      const title = `${n}.${version}`;
      change(n, title, (id) => journal.write({ id, publish, title, body: bodyOfTitle(title) }));
    },
  });
  await journal.dispose();
  keptDatabase.close();
}

/** Waits for the event loop, so that the outbox can run. */
async function awaitEventLoop(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

/** Posts that the service has accepted, with consecutive numbers from `first`. */
const createPosts = (first: number, count: number, copies: number): JournalPost[] =>
  Array.from({ length: count }, (_, index) => {
    const n = first + index;
    const title = `${n}.${copies}`;
    return acceptedPost(n, { title, body: bodyOfTitle(title) });
  });

const ignoreMark = (): void => undefined;

/**
 * Writes one line to the trace for each post that `prepare` has saved: the version of the post. Every image must
 * contain these versions or later ones.
 */
function writeVersionsToTrace(
  tell: (mark: TraceMark) => void,
  posts: Readonly<Record<string, string>>,
): void {
  for (const [id, version] of Object.entries(posts)) tell({ mark: 'saved', id, version });
}

function versionsIn(journal: Journal): Record<string, string> {
  const versions: Record<string, string> = {};
  for (const post of journal.all()) if (post.ok) versions[post.value.id] = versionOf(post.value);
  return versions;
}

/** The file by which `prepare` tells `play` which posts it has saved. */
const noteOf = (root: string): string => join(root, 'posts.json');
const readNote = (root: string): Record<string, string> =>
  JSON.parse(readFileSync(noteOf(root), 'utf8')) as Record<string, string>;

/**
 * Saves thirty posts, makes a backup, and saves some more posts. Leaves the files as they are when a process ends
 * without closing the database.
 */
async function saveWithBackup(root: string): Promise<void> {
  const { data, database } = dataPathsIn(root);
  mkdirSync(data);
  let versions: Record<string, string> = {};
  await runJournal(root, ignoreMark, async ({ kept, journal, write }) => {
    for (let n = 1; n <= 30; n += 1) write(n, 0);
    versions = versionsIn(journal);
    const backup = await kept.backUp(now());
    if (!backup.ok) throw new Error('no backup was made');
    kept.current().exec('PRAGMA wal_checkpoint(TRUNCATE)');
    for (let n = 31; n <= 40; n += 1) write(n, 0);
    copyFileSync(database, `${database}.copy`);
    copyFileSync(`${database}-wal`, `${database}-wal.copy`);
  });
  for (const name of [database, `${database}-wal`]) renameSync(`${name}.copy`, name);
  writeFileSync(noteOf(root), JSON.stringify(versions));
}

async function playRecovery(root: string): Promise<void> {
  const tell = createMarker(root);
  tell({ mark: 'damaged' });
  writeVersionsToTrace(tell, readNote(root));
  await runJournal(root, tell, async ({ write }) => {
    write(51, 0);
    await awaitEventLoop();
    write(52, 0, true);
    await awaitEventLoop();
  });
}

export const scenarios = {
  /** A first start, posts that are written, edited, published, deleted and restored, and a second start. */
  journal: {
    async play(root) {
      const tell = createMarker(root);
      mkdirSync(dataPathsIn(root).data);
      await runJournal(root, tell, async ({ journal, write, change }) => {
        write(1, 0);
        write(2, 0, true);
        await awaitEventLoop();
        write(1, 1, true);
        change(2, '2.0 deleted', (id) => journal.delete(id));
        await awaitEventLoop();
        change(2, '2.0', (id) => journal.restore(id));
        write(3, 0);
        journal.pause(true);
        change(3, '3.0 deleted', (id) => journal.delete(id));
      });
      await runJournal(root, tell, async ({ journal, write, change }) => {
        change(3, '3.0', (id) => journal.restore(id));
        journal.pause(false);
        write(4, 0, true);
        write(1, 2, true);
        await awaitEventLoop();
      });
    },
  },

  /** Many saves, with checkpoints and restarts of the log. */
  checkpoints: {
    async play(root) {
      const tell = createMarker(root);
      mkdirSync(dataPathsIn(root).data);
      await runJournal(root, tell, async ({ kept, write }) => {
        // A small limit causes more checkpoints. The app's limit is 1,000 pages; a checkpoint does the same work.
        kept.current().exec('PRAGMA wal_autocheckpoint = 30');
        for (let n = 1; n <= 24; n += 1) {
          write(1 + (n % 8), n, n % 3 === 0);
          if (n % 4 === 0) await awaitEventLoop();
        }
      });
    },
  },

  /** An import in several portions, and exports to files. */
  transfer: {
    async prepare(root) {
      const places = dataPathsIn(root);
      mkdirSync(places.data);
      await runJournal(root, ignoreMark, async ({ write, journal }) => {
        write(1, 0);
        write(2, 0);
        await awaitEventLoop();
        writeFileSync(noteOf(root), JSON.stringify(versionsIn(journal)));
      });
      // The posts are long enough for three portions.
      const posts = createPosts(500, 40, 0).map((post) => {
        const body = bodyOfTitle(post.title);
        return { ...post, body, lastAccepted: post.lastAccepted && { ...post.lastAccepted, body } };
      });
      writeFileSync(places.import, posts.map(postToJsonLine).join(''));
    },
    async play(root) {
      const tell = createMarker(root);
      writeVersionsToTrace(tell, readNote(root));
      const ids = Array.from({ length: 40 }, (_, index) => postId(500 + index));
      await runJournal(root, tell, async ({ journal, write }) => {
        const exported = (name: string) => {
          const path = join(root, name);
          const chosen = {
            forExport: () => Promise.resolve(ok(path)),
            forImport: () => Promise.resolve(ok(dataPathsIn(root).import)),
          };
          return { path, transfer: createTransfer(journal, noPhotos, transferFiles, chosen, now) };
        };
        for (const file of exportPaths) {
          const { path, transfer } = exported(file);
          if (file === '/after.jsonl') {
            for (const [index, id] of ids.entries())
              tell({ mark: 'try', id, version: `${500 + index}.0` });
            tell({ mark: 'import', ids });
            const importing = transfer.import();
            await setImmediate();
            write(3, 0);
            const imported = await importing;
            if (!imported.ok) throw new Error('the import failed');
            tell({ mark: 'imported', ids });
            write(1, 1, true);
          }
          const result = await transfer.export('jsonl');
          if (!result.ok) throw new Error('the export failed');
          tell({ mark: 'export', path: file, sum: sumOfFile(path) });
        }
        await awaitEventLoop();
      });
    },
  },

  /** Backups on eight days, while posts are written. */
  backups: {
    async play(root) {
      const tell = createMarker(root);
      const { data } = dataPathsIn(root);
      mkdirSync(data);
      await runJournal(root, tell, async ({ kept, journal, write }) => {
        for (let n = 1; n <= 8; n += 1) {
          write(n, 0, true);
          await awaitEventLoop();
          const posts = versionsIn(journal);
          days += 1;
          const backup = await kept.backUp(now());
          if (!backup.ok) throw new Error('no backup was made');
          tell({ mark: 'backup', posts });
        }
        write(1, 1);
      });
    },
  },

  /** A start with a damaged database, its write-ahead log, and a backup. */
  damaged: {
    async prepare(root) {
      await saveWithBackup(root);
      const { database } = dataPathsIn(root);
      const bytes = readFileSync(database);
      bytes.fill(0x5a, 100);
      writeFileSync(database, bytes);
    },
    play: playRecovery,
  },

  /** A start without a database, with the write-ahead log of the missing database, and a backup. */
  missing: {
    async prepare(root) {
      await saveWithBackup(root);
      rmSync(dataPathsIn(root).database);
    },
    play: playRecovery,
  },

  /** Changes of the settings, and an API key that is set, replaced and removed. */
  settings: {
    prepare(root) {
      mkdirSync(dataPathsIn(root).data);
    },
    async play(root) {
      const tell = createMarker(root);
      const { data, key } = dataPathsIn(root);
      const keyFile = createKeyFile(key, now);
      // Import this module only now: electron-store imports Electron, for which the first import above has provided a
      // replacement.
      const { openSettingsFile } = await import('#settings/store/settings-file.ts');
      const store = openSettingsStore(openSettingsFile(data, now));
      for (let value = 11; value <= 16; value += 1) {
        tell({ mark: 'set', value });
        const updated = await store.update({
          journal: { ...store.current.journal, authorId: value },
        });
        if (!updated.ok) throw new Error('the settings were not saved');
        tell({ mark: 'settings', value });
        const sealed = value % 3 === 0 ? null : `key ${value} `.repeat(200);
        tell({ mark: 'set-key', value: sealed });
        const written =
          sealed === null
            ? keyFile.remove()
            : keyFile.write({ storage: 'plain', sealed: Buffer.from(sealed) });
        if (!written.ok) throw new Error('the key was not saved');
        tell({ mark: 'key', value: sealed });
      }
    },
  },

  /**
   * Wallpapers on one display, on two and on the lock screen; a wallpaper of the user; a restore, and another picture.
   */
  wallpaper: {
    prepare(root) {
      mkdirSync(dataPathsIn(root).data);
      writeFileSync(join(dataPathsIn(root).data, 'source.jpg'), 'a picture');
    },
    async play(root) {
      const tell = createMarker(root);
      const { data } = dataPathsIn(root);
      const desktop = createTestDesktop({ image: '/mine.jpg', style: 'fit', lock: '/lock.jpg' });
      const own: Record<string, string> = { image: '/mine.jpg', lock: '/lock.jpg' };
      const shown = (): void => {
        const files = Object.values(desktop.held).filter((path) => existsSync(path));
        const sums = Object.fromEntries(
          files.map((path) => [path.slice(root.length), sumOfFile(path)]),
        );
        tell({
          mark: 'desktop',
          held: desktop.held,
          sums,
          own: { ...own },
        });
      };
      const rig = wallpaperRig(data, {}, desktop.options(shown));
      shown();
      const { signal } = new AbortController();
      const set = async (): Promise<void> => {
        const result = await rig.set();
        if (!result.ok) throw new Error(result.failure.detail);
      };
      await set();
      rig.state.displays = [leftDisplay, rightDisplay];
      await set();
      rig.state.settings = { ...rig.state.settings, lockScreen: true };
      await rig.made.followLockScreen(signal);
      // The user chooses another picture.
      desktop.held = { ...desktop.held, image: '/chosen.jpg' };
      own['image'] = '/chosen.jpg';
      shown();
      await set();
      await set();
      const restored = await rig.restore();
      if (!restored.ok) throw new Error(restored.failure.detail);
      await set();
    },
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];
