import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { journalPost } from '#test/support/journal-posts.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { createArchiveStore } from '#picture/store/archive-store.ts';
import type { KeptDatabase } from '#platform/database/kept-database.ts';
import { createCalendarStore } from '#station/calendar/calendar-store.ts';
import { createOrbitHistoryStore } from '#station/history/history-store.ts';
import { createLedgerStore } from '#station/ledger/ledger-store.ts';
import { createStationStore } from '#station/station-store.ts';
import { openKeptAppDatabase, openAppDatabase } from './database.ts';
import { storedValuesOf } from '#test/support/stored-values.ts';

// The tests damage the first page of each b-tree, one b-tree at a time. The database is too large to be checked at the
// start.

const now = Date.parse('2026-11-20T12:00:00Z');
const hour = 3600_000;
let ticks = 0;
const clock = { now: () => now, monotonic: () => (ticks += 60_000) };
const posts = { backedUp: 8, newer: 3 };
const observer = { latitude: 52.52, longitude: 13.4, altitude: 0 };

/** All stores of a run, on one database. */
function storesOf(kept: KeptDatabase, folder: string) {
  return {
    kept,
    values: storedValuesOf(kept),
    journal: createJournalStore(kept),
    archive: createArchiveStore(kept, folder, clock.now),
    station: createStationStore(kept, 'live'),
    history: createOrbitHistoryStore(kept, 'live'),
    ledger: createLedgerStore(kept, 'live'),
    calendar: createCalendarStore(kept, 'live'),
  };
}
type Stores = ReturnType<typeof storesOf>;

const textOf = (n: number): string => `text ${n} ${'y'.repeat(200_000)}`;
const prediction = (id: number) => ({
  predictedAt: now,
  observer,
  rise: 1e9 + id,
  peak: 1e9 + id,
  set: 1e9 + id,
  peakElevation: 20,
  visible: true,
  sigma: 1,
  replaces: null,
});

/** Reads and writes through every store. */
function useAll({ values, journal, archive, station, history, ledger, calendar }: Stores): void {
  values.reload();
  values.closeHint.set(true);
  expect(values.closeHint.get()).toBe(true);
  archive.useSimulated(false);
  archive.useSimulated(true);
  const results = [
    journal.summary(),
    journal.next([]),
    journal.sending(),
    journal.page({ before: null, limit: 200, words: 'text', state: null }, []),
    journal.after(0, 10_000_000),
    journal.save([journalPost(900, { body: 'new' })], 'user'),
    journal.purge(0),
    archive.page({ words: 'title', before: null, limit: 60 }, null),
    archive.month('2026-10'),
    archive.status(),
    archive.files(),
    archive.filesAside(),
    archive.noteShown('2026-10-20', now),
    archive.keepThumbnails([]),
    archive.save(dayPicture('2026-11-01')),
    station.save([{ time: 2e9, ...observer, receivedAt: now }], null),
    history.read(),
    history.addHeight({ at: now + 48 * hour, km: 411 }),
    ledger.open(),
    ledger.view(20),
    ledger.read(),
    calendar.read(),
  ];
  for (const result of results) expect(result).toMatchObject({ ok: true });
  archive.days({ before: null, limit: 100 });
  archive.facts();
  station.fixes(3000);
  station.orbit();
}

let original = '';
let trees: { readonly name: string; readonly page: number }[] = [];
let pageSize = 0;

/** A database of more than 2 MiB with a backup, and with posts and entries that were added after the backup. */
beforeAll(async () => {
  original = mkdtempSync(join(tmpdir(), 'overhead-whole-'));
  const path = join(original, 'overhead.sqlite');
  const kept = openKeptAppDatabase(path, clock);
  const stores = storesOf(kept, original);
  const add = (from: number, to: number): void => {
    for (let n = from; n <= to; n += 1)
      stores.journal.save([journalPost(n, { body: textOf(n) })], 'user');
  };
  add(1, posts.backedUp);
  stores.values.notices.set(Array.from({ length: 80 }, (_, n) => `pass:${n}`));
  for (let date = 10; date < 28; date += 1) stores.archive.save(dayPicture(`2026-10-${date}`));
  stores.station.save(
    Array.from({ length: 300 }, (_, n) => ({ time: 1e9 + n * 60, ...observer, receivedAt: now })),
    null,
  );
  stores.history.addHeight({ at: now, km: 410 });
  const entries = (from: number, to: number) =>
    stores.ledger.add(
      Array.from({ length: to - from + 1 }, (_, n) => prediction(from + n)),
      [],
    );
  entries(1, 50);
  await kept.backUp(now - hour);
  add(posts.backedUp + 1, posts.backedUp + posts.newer);
  entries(51, 60);
  stores.values.notices.set([...stores.values.notices.get(), 'newer']);
  const database = kept.current();
  trees = database
    .prepare('SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0')
    .all()
    .map(({ name, rootpage }) => ({ name: String(name), page: Number(rootpage) }));
  pageSize = Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  expect(statSync(path).size).toBeGreaterThan(2 * 1024 * 1024);
  kept.close();
});
afterAll(() => rmSync(original, { recursive: true }));

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-damaged-'));
  path = join(folder, 'overhead.sqlite');
  copyFileSync(join(original, 'overhead.sqlite'), path);
  mkdirSync(join(folder, 'backups'));
  for (const name of readdirSync(join(original, 'backups')))
    copyFileSync(join(original, 'backups', name), join(folder, 'backups', name));
});
afterEach(() => rmSync(folder, { recursive: true }));

function damage(page: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize);
  closeSync(file);
}
/** The beginning and the length of the texts of all posts, oldest first. */
function textsIn({ journal }: Stores): string[] {
  const all = journal.after(0, 100_000_000);
  return all.ok ? all.value.map(({ body }) => shortOf(body)) : [];
}
const shortOf = (text: string): string => `${text.slice(0, 8)} ${text.length}`;
const asides = (): string[] => readdirSync(folder).filter((name) => name.includes('.unusable-'));
const all = Array.from({ length: posts.backedUp + posts.newer }, (_, n) => shortOf(textOf(n + 1)));

async function expectWhole(stores: Stores, tree: string): Promise<void> {
  useAll(stores);
  const { kept } = stores;
  // The daily backup finds damage in pages that no store reads.
  if (kept.recovered === null) {
    expect(await kept.backUp(now)).toMatchObject({
      failure: { code: 'SQLITE_CORRUPT' },
    });
    useAll(stores);
  }
  expect(kept.current().prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(kept.recovered).toMatchObject({ at: now, backupFrom: now - hour });
  expect(asides()).toHaveLength(1);
  expect(existsSync(`${path}.suspect`)).toBe(false);
  const saved = textsIn(stores).filter((text) => !text.startsWith('new'));
  // If the b-tree of the texts is damaged, the texts that were added after the backup are lost.
  expect(saved).toEqual(tree === 'journal_text' ? all.slice(0, posts.backedUp) : all);
  const entries = tree === 'prediction' ? 50 : 60;
  expect(stores.ledger.view(1)).toMatchObject({ value: { predictions: entries } });
  expect(stores.values.notices.get()).toHaveLength(tree === 'stored_value' ? 80 : 81);
}

it('the list of damaged pages covers every table and every index', () => {
  const { database, close } = openAppDatabase(path, now);
  const names = database
    .prepare('SELECT name FROM sqlite_schema WHERE rootpage > 0')
    .all()
    .map(({ name }) => String(name));
  close();
  expect(trees.map(({ name }) => name)).toEqual(names);
  expect(names.length).toBeGreaterThan(25);
});

/** Closes the database. Removes the damaged files that were put aside, and all backups but the first. */
function closeAndRemoveNewFiles(kept: ReturnType<typeof openKeptAppDatabase>): void {
  kept.close();
  for (const aside of asides()) rmSync(join(folder, aside));
  for (const backup of readdirSync(join(folder, 'backups')).sort().slice(1))
    rmSync(join(folder, 'backups', backup));
}

// The b-trees can only be listed when the database exists.
describe('a database with a damaged page in any b-tree', () => {
  it('is replaced at the start by its backup and the readable newer rows', async () => {
    for (const { name, page } of trees) {
      copyFileSync(join(original, 'overhead.sqlite'), path);
      damage(page);
      const kept = openKeptAppDatabase(path, clock);
      await expectWhole(storesOf(kept, folder), name).catch((error: unknown) => {
        throw new Error(`at the start: ${name}`, { cause: error });
      });
      closeAndRemoveNewFiles(kept);
    }
  });

  it('is replaced by its backup and the readable newer rows when the damage occurs while the app runs', async () => {
    for (const { name, page } of trees) {
      copyFileSync(join(original, 'overhead.sqlite'), path);
      const kept = openKeptAppDatabase(path, clock);
      const stores = storesOf(kept, folder);
      useAll(stores);
      kept.current().exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory');
      damage(page);
      await expectWhole(stores, name).catch((error: unknown) => {
        throw new Error(`while the app runs: ${name}`, { cause: error });
      });
      closeAndRemoveNewFiles(kept);
    }
  });
});
