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
import { noPictureChoice } from '#shared/picture/picture.ts';
import { openPictureState, storedPictureStateSchema } from '#picture/picture-state-store.ts';
import type { KeptDatabase } from '#platform/database/kept-database.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { storedValuesOf } from '#test/support/stored-values.ts';
import { ownFolder } from '#picture/store/picture-folder.ts';
import { createArchiveStore } from '#picture/store/archive-store.ts';
import { createOrbitHistoryStore } from '#station/history/history-store.ts';
import { createLedgerStore } from '#station/ledger/ledger-store.ts';
import { createStationStore } from '#station/station-store.ts';
import { FixBuffer } from '#station/fix-buffer.ts';
import { bufferUnsavedDays } from '#picture/archive/unsaved-days.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { openKeptAppDatabase } from './database.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const clock = { now: () => now, monotonic: () => (ticks += 60_000) };
let ticks = 0;
let folder = '';
let path = '';
const ends: (() => void)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-outage-'));
  path = join(folder, 'overhead.sqlite');
});
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
  rmSync(folder, { recursive: true });
});

/** The stores of a run, with their buffers, on one database. */
function start() {
  const kept: KeptDatabase = openKeptAppDatabase(path, clock);
  const valueStores = storedValuesOf(kept);
  const archive = createArchiveStore(kept, folder, clock.now);
  const run = {
    kept,
    valueStores,
    journal: createJournalStore(kept),
    notes: openPictureState(
      valueStores.value('picture', storedPictureStateSchema.nullable(), null),
      'live',
    ),
    archive,
    buffered: bufferUnsavedDays(archive, () => '2026-11-20'),
    station: new FixBuffer(createStationStore(kept, 'live'), new FakeClock()),
    history: createOrbitHistoryStore(kept, 'live'),
    ledger: createLedgerStore(kept, 'live'),
    /** Stops the parts as the app does at its end. */
    end: () => {
      kept.medium();
      run.station.flush();
      valueStores.flush();
      kept.close();
    },
  };
  kept.onReplaced(() => valueStores.reload());
  kept.onReplaced(() => run.notes.reload());
  kept.onReplaced(() => run.buffered.flush());
  return run;
}
type Run = ReturnType<typeof start>;

function notice({ valueStores: { notices } }: Run, key: string): void {
  notices.set([...notices.get(), key]);
}

const fix = (time: number) => ({ time, latitude: 1, longitude: 2, receivedAt: time * 1000 });
function saveDay({ buffered }: Run, date: string, title?: string): void {
  writeFileSync(join(folder, `${date}-0.jpg`), 'x');
  buffered.save(dayPicture(date, title === undefined ? {} : { title }));
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
  notice(run, 'first');
  run.valueStores.pause.set({ paused: 'indefinite', lengthMs: null });
  for (const time of [1, 2]) run.station.saveFix(fix(time));
  run.history.addHeight({ at: 1, km: 420 });
  run.end();
}

/** Uses each store while the database cannot be opened. */
function work(run: Run): void {
  expect(run.journal.medium()).toMatchObject({ kind: 'storage' });
  favour(run, '2026-11-20');
  notice(run, 'second');
  run.valueStores.pause.set({ paused: now + 1000, lengthMs: 1000 });
  saveDay(run, '2026-11-20', 'Cassiopeia');
  saveDay(run, '2026-11-19', 'Perseus');
  run.station.saveFix(fix(3));
  // The app repeats these writes with the next orbit.
  const burn = { at: now, sigmaSeconds: 1, raisedKm: 1, sigmaKm: 1, detectedAt: now };
  const failure = run.kept.failure();
  expect(failure).not.toBeNull();
  expect(run.history.addHeight({ at: now, km: 421 })).toEqual({ ok: false, failure });
  expect(run.history.addBurn(burn)).toEqual({ ok: false, failure });
  expect(run.buffered.get('2026-11-20')?.record.title).toBe('Cassiopeia');
  expect(run.station.fixes(9).at(-1)).toEqual(fix(3));
  expect(run.ledger.isTemporary()).toBe(true);
}

function expectBoth(run: Run): void {
  expect(run.notes.current.choice).toEqual({
    ...noPictureChoice,
    pinned: '2026-11-20',
    favourites: ['2026-11-18', '2026-11-20'],
  });
  expect(run.valueStores.notices.get()).toEqual(['first', 'second']);
  expect(run.valueStores.pause.get()).toEqual({ paused: now + 1000, lengthMs: 1000 });
  const days = run.archive.days({ before: null, limit: 9 }).map(({ record }) => record.title);
  expect(days).toEqual(['Cassiopeia', 'Perseus', 'Orion']);
  expect(found(run, 'perseus')).toEqual(['2026-11-19']);
  expect(found(run, 'andromeda')).toEqual([]);
  expect(run.station.fixes(9).map(({ time }) => time)).toEqual([1, 2, 3]);
  const history = run.history.read();
  expect(history.ok && history.value.heights.map(({ km }) => km)).toEqual([420]);
  expect(run.ledger.isTemporary()).toBe(false);
}

/** Reasons why the database cannot be opened. Each begins the outage and returns a function that ends it. */
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

describe.each(Object.entries(outages))('the stores of the app with %s', (_what, begin) => {
  it('write the values that are only in memory as soon as the database can be opened', () => {
    yesterday();
    const over = begin();
    const run = start();
    work(run);
    over();
    expect(run.journal.medium()).toBe('reopened');
    expect(run.kept.failure()).toBeNull();
    expectBoth(run);
    notice(run, 'third');
    run.station.saveFix(fix(4));
    run.end();
    const next = start();
    ends.push(next.end);
    expect(next.valueStores.notices.get()).toContain('third');
    expect(next.station.fixes(9)).toHaveLength(4);
    expect(next.notes.current.choice.favourites).toEqual(['2026-11-18', '2026-11-20']);
  });

  it('write the values that are still only in memory when the app ends', () => {
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

  it('remove no picture file while the database is temporary', async () => {
    yesterday();
    const over = begin();
    const run = start();
    ends.push(run.end, over);
    const pictures = ownFolder(folder, () => run.kept.failure());
    expect(await pictures.remove('2026-11-18-0.jpg')).toMatchObject({ ok: false });
    expect(existsSync(join(folder, '2026-11-18-0.jpg'))).toBe(true);
  });
});

it('openKeptAppDatabase deletes the temporary copy when the database on the disk is open again', () => {
  yesterday();
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  vi.stubEnv(process.platform === 'win32' ? 'TEMP' : 'TMPDIR', temporary);
  ends.push(() => vi.unstubAllEnvs());
  const over = outages['a copy, while another program holds the database']?.();
  const run = start();
  ends.push(run.end);
  expect(readdirSync(temporary)).toHaveLength(1);
  over?.();
  expect(run.journal.medium()).toBe('reopened');
  expect(readdirSync(temporary)).toEqual([]);
});

it('openStoredValues writes, together with the next value, a value that the disk refused before', () => {
  const run = start();
  run.kept.current().exec('PRAGMA query_only = 1');
  notice(run, 'first');
  run.kept.current().exec('PRAGMA query_only = 0');
  run.valueStores.pause.set({ paused: 'indefinite', lengthMs: null });
  run.end();
  const next = start();
  ends.push(next.end);
  expect(next.valueStores.notices.get()).toEqual(['first']);
});
