import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayPicture } from '#test/support/pictures.ts';
import { noChoice } from '#shared/picture/picture.ts';
import { openPictureState } from '#picture/picture-state-store.ts';
import type { KeptDatabase } from '#platform/database/kept-database.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { createValueStores } from './value-stores.ts';
import { ownFolder } from '#picture/store/picture-folder.ts';
import { createArchiveStore } from '#picture/store/archive-store.ts';
import { createOrbitHistoryStore } from '#station/history/history-store.ts';
import { createLedgerStore } from '#station/ledger/ledger-store.ts';
import { createStationStore } from '#station/station-store.ts';
import { carriedOver, keepAppDatabase } from './database.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const clock = { now: () => now, monotonic: () => (ticks += 60_000) };
let ticks = 0;
let folder = '';
let path = '';
const ends: (() => void)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-carry-over-'));
  path = join(folder, 'overhead.sqlite');
});
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
  rmSync(folder, { recursive: true });
});

/** All stores of a run, on one database. */
function start() {
  const kept: KeptDatabase = keepAppDatabase(path, clock);
  const valueStores = createValueStores(kept);
  const run = {
    kept,
    valueStores,
    journal: createJournalStore(kept),
    notes: openPictureState(valueStores.pictureState(false), 'live'),
    archive: createArchiveStore(kept, folder, undefined, clock.now),
    station: createStationStore(kept, 'live'),
    history: createOrbitHistoryStore(kept, 'live'),
    ledger: createLedgerStore(kept, 'live'),
    end: () => kept.close(),
  };
  kept.onReplaced(() => valueStores.reload());
  kept.onReplaced(() => run.notes.reload());
  return run;
}
type Run = ReturnType<typeof start>;

const fix = (time: number) => ({ time, latitude: 1, longitude: 2, receivedAt: time * 1000 });
function saveDay({ archive }: Run, date: string, title?: string): void {
  writeFileSync(join(folder, `${date}-0.jpg`), 'x');
  archive.save(dayPicture(date, title === undefined ? {} : { title }));
}
function favour({ notes }: Run, date: string): void {
  const { choice } = notes.current;
  notes.change({ choice: { ...choice, pinned: date, favourites: [...choice.favourites, date] } });
}
const found = ({ archive }: Run, words: string): string[] => {
  const page = archive.page({ words, before: null, limit: 9 }, null);
  return page.ok ? page.value.days.map(({ date }) => date) : [];
};

function yesterday(): void {
  const run = start();
  saveDay(run, '2026-11-18', 'Orion');
  saveDay(run, '2026-11-19', 'Andromeda');
  favour(run, '2026-11-18');
  run.valueStores.notices.remember('first');
  run.valueStores.suspension.remember('indefinite', null);
  run.station.save([fix(1), fix(2)], null);
  run.history.addHeight({ at: 1, km: 420 });
  run.end();
}

/** What a run does while the disk gives it no database. */
function work(run: Run): void {
  expect(run.journal.medium()).toMatchObject({ kind: 'storage' });
  favour(run, '2026-11-20');
  run.valueStores.notices.remember('second');
  run.valueStores.suspension.remember(now + 1000, 1000);
  saveDay(run, '2026-11-20', 'Cassiopeia');
  saveDay(run, '2026-11-19', 'Perseus');
  run.station.save([fix(3)], null);
  run.history.addHeight({ at: now, km: 421 });
  run.history.addBurn({ at: now, sigmaSeconds: 1, raisedKm: 1, sigmaKm: 1, foundAt: now });
  expect(run.ledger.isTemporary()).toBe(true);
}

function expectBoth(run: Run): void {
  expect(run.notes.current.choice).toEqual({
    ...noChoice,
    pinned: '2026-11-20',
    favourites: ['2026-11-18', '2026-11-20'],
  });
  expect([...run.valueStores.notices.shown()]).toEqual(['first', 'second']);
  expect(run.valueStores.suspension.paused()).toBe(now + 1000);
  const days = run.archive.days({ before: null, limit: 9 }).map(({ record }) => record.title);
  expect(days).toEqual(['Cassiopeia', 'Perseus', 'Orion']);
  expect(found(run, 'perseus')).toEqual(['2026-11-19']);
  expect(found(run, 'andromeda')).toEqual([]);
  expect(run.station.fixes(9).map(({ time }) => time)).toEqual([1, 2, 3]);
  const history = run.history.read();
  expect(history.ok && history.value.heights.map(({ km }) => km)).toEqual([420, 421]);
  expect(history.ok && history.value.burns).toHaveLength(1);
  expect(run.ledger.isTemporary()).toBe(false);
}

/** Ways in which the disk gives no database, and each with its end. */
const outages: Readonly<Record<string, () => () => void>> = {
  'a copy, while another program holds the database'() {
    const other = new DatabaseSync(path);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return () => {
      other.exec('ROLLBACK');
      other.close();
    };
  },
  'an empty database, while the file cannot be read'() {
    const aside = join(folder, 'aside');
    renameSync(path, aside);
    mkdirSync(path);
    return () => {
      rmSync(path, { recursive: true });
      renameSync(aside, path);
    };
  },
};

it('carries over every table but the journal and the ledger, which are written to the disk only', () => {
  const run = start();
  ends.push(run.end);
  const names = run.kept
    .current()
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .all()
    .map(({ name }) => String(name));
  const own = /^(journal_|prediction_(ledger|score)$|sqlite_)/;
  expect(names.filter((name) => !own.test(name)).sort()).toEqual([...carriedOver].sort());
});

describe.each(Object.entries(outages))('with %s', (_what, begin) => {
  it('copies what every store wrote once the disk takes it, and goes on there', () => {
    yesterday();
    const over = begin();
    const run = start();
    work(run);
    over();
    expect(run.journal.medium()).toBe('reopened');
    expect(run.kept.failure()).toBeNull();
    expectBoth(run);
    run.valueStores.notices.remember('third');
    run.station.save([fix(4)], null);
    run.end();
    const next = start();
    ends.push(next.end);
    expect(next.valueStores.notices.shown().has('third')).toBe(true);
    expect(next.station.fixes(9)).toHaveLength(4);
    expect(next.notes.current.choice.favourites).toEqual(['2026-11-18', '2026-11-20']);
  });

  it('copies it at the end at the latest', () => {
    yesterday();
    const over = begin();
    const run = start();
    work(run);
    over();
    run.end();
    const next = start();
    ends.push(next.end);
    expectBoth(next);
  });

  it('removes no file that the temporary database does not know', async () => {
    yesterday();
    const over = begin();
    const run = start();
    ends.push(run.end, over);
    const pictures = ownFolder(folder, () => run.kept.failure());
    expect(await pictures.remove('2026-11-18-0.jpg')).toMatchObject({ ok: false });
    expect(existsSync(join(folder, '2026-11-18-0.jpg'))).toBe(true);
  });
});

it('deletes the temporary copy when the disk has taken over', () => {
  yesterday();
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  ends.push(() => vi.unstubAllEnvs());
  const over = outages['a copy, while another program holds the database']?.();
  const run = start();
  ends.push(run.end);
  expect(readdirSync(temporary)).toHaveLength(1);
  over?.();
  expect(run.journal.medium()).toBe('reopened');
  expect(readdirSync(temporary)).toEqual([]);
});

it('writes later what the disk refused', () => {
  const run = start();
  run.kept.current().exec('PRAGMA query_only = 1');
  run.valueStores.notices.remember('first');
  run.kept.current().exec('PRAGMA query_only = 0');
  run.valueStores.suspension.remember('indefinite', null);
  run.end();
  const next = start();
  ends.push(next.end);
  expect([...next.valueStores.notices.shown()]).toEqual(['first']);
});
