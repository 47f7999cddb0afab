import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pictureRecord } from '#test/support/pictures.ts';
import { fakeActivityOptions, type FakeActivityOptions } from '#test/support/surroundings.ts';
import { fail, ok, type Failure } from '#shared/failure.ts';
import { noPictureChoice, type DayPicture, type PictureChoice } from '#shared/picture/picture.ts';
import { ownFolder, type OwnFolder } from '../store/picture-folder.ts';
import { createArchiveStore } from '../store/archive-store.ts';
import { addDays } from '../eastern.ts';
import { createArchive, type Archive } from './archive.ts';
import type { MakeThumbnail } from '../thumbnails/thumbnail-maker.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { openAppDatabase } from '#app/database.ts';
import { runs } from '#test/support/runs.ts';

const everything = { words: '', favourites: false, before: null, limit: 100 };
let root = '';
let surroundings: FakeActivityOptions;
let failures: Failure[];
let made: string[];
let choice: PictureChoice;
let limitBytes: number;
let desktop: string | null;
let isFull: boolean;
const ends: (() => unknown)[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'overhead-keeping-'));
  for (const name of ['pictures', 'thumbnails']) mkdirSync(join(root, name));
  surroundings = fakeActivityOptions('2026-11-20T12:00:00Z');
  [failures, made, choice, limitBytes, desktop] = [[], [], noPictureChoice, 1000, null];
  isFull = false;
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(root, { recursive: true });
});

const makeSmall: MakeThumbnail = ({ file }) => {
  const name = file.name.replace(/\.\w+$/, '.jpg');
  writeFileSync(join(root, 'thumbnails', name), 'small');
  made.push(name);
  return Promise.resolve(ok({ name, bytes: 5 }));
};

/** Resolves when this number of thumbnails has been made. */
const thumbnailsMade = (count: number) => vi.waitFor(() => expect(made).toHaveLength(count));

/** A database and folders on the disk. */
function start(given: { makeThumbnail?: MakeThumbnail; pictures?: OwnFolder } = {}): Archive {
  const { clock, state } = surroundings;
  const { database, close } = openAppDatabase(join(root, 'overhead.sqlite'), clock.now());
  const folder = join(root, 'pictures');
  const store = createArchiveStore(fixedDatabase(database), folder, clock.now);
  const full = fail({ kind: 'storage', code: 'SQLITE_FULL' } as const);
  const archive = createArchive({
    clock,
    state,
    store: { ...store, save: (picture) => (isFull ? full : store.save(picture)) },
    pictures: given.pictures ?? ownFolder(folder),
    thumbnails: ownFolder(join(root, 'thumbnails')),
    makeThumbnail: given.makeThumbnail ?? makeSmall,
    pictureState: {
      get current() {
        const nothing = { source: '', circuits: {}, quota: null, displays: [], shown: null };
        return { ...nothing, choice };
      },
    },
    limitBytes: () => limitBytes,
    onDesktop: () => (desktop === null ? [] : [desktop]),
    onFailure: (_what, failure) => failures.push(failure),
  });
  let ended: Promise<void> | null = null;
  const end = (): Promise<void> => (ended ??= archive.dispose().finally(close));
  ends.push(end);
  return { ...archive, dispose: end };
}

/** Adds a picture as the downloader does: first its file, then its record. */
function bring(archive: Archive, date: string, bytes = 100): DayPicture {
  const name = `${date}-0000000a.jpg`;
  writeFileSync(join(root, 'pictures', name), Buffer.alloc(bytes));
  const file = { name, format: 'jpeg', bytes, width: 9, height: 6 } as const;
  const picture = { record: pictureRecord(date), file };
  archive.buffered.save(picture);
  return picture;
}
const there = (): string[] => readdirSync(join(root, 'pictures')).map((name) => name.slice(0, 10));
const bytesThere = (): number =>
  ['pictures', 'thumbnails'].reduce(
    (sum, folder) =>
      readdirSync(join(root, folder)).reduce(
        (all, name) => all + statSync(join(root, folder, name)).size,
        sum,
      ),
    0,
  );
const dates = Array.from({ length: 12 }, (_, n) => addDays('2026-10-01', n));
const oldest = dates[0] ?? '';

describe('the archive with a limit on its size', () => {
  it('evicts the least recently shown file, and keeps the record of that file’s day', async () => {
    limitBytes = 330;
    const archive = start();
    for (const date of dates.slice(0, 3)) {
      bring(archive, date);
      await surroundings.clock.advance(120_000);
    }
    archive.buffered.noteShown(oldest, surroundings.clock.now());
    bring(archive, dates[3] ?? '');
    await vi.waitFor(() => expect(there()).toHaveLength(3));
    expect(there()).toEqual([oldest, dates[2], dates[3]]);
    expect(archive.buffered.get(dates[1] ?? '')).toBeNull();
    expect(archive.buffered.known(dates[1] ?? '')).not.toBeNull();
    expect(archive.page(everything)).toMatchObject({ value: { days: { length: 4 } } });
    await vi.waitFor(() =>
      expect(surroundings.state.current.archive).toEqual({ days: 4, files: 3, bytes: 320 }),
    );
  });

  it('returns an evicted picture again after its file was put back into the folder', async () => {
    limitBytes = 150;
    const first = start();
    for (const date of dates.slice(0, 2)) bring(first, date);
    await vi.waitFor(() => expect(there()).toEqual([dates[1]]));
    expect(first.buffered.get(oldest)).toBeNull();
    await first.dispose();
    limitBytes = 1000;
    const second = start();
    const name = second.buffered.known(oldest)?.file?.name ?? '';
    writeFileSync(join(root, 'pictures', name), Buffer.alloc(100));
    await second.dispose();
    const third = start();
    await vi.waitFor(() => expect(third.buffered.get(oldest)?.file?.name).toBe(name));
  });

  it('neither counts nor removes the files of days that `useSimulated` has hidden', async () => {
    const first = start();
    bring(first, oldest);
    await first.dispose();
    const { database, close } = openAppDatabase(join(root, 'overhead.sqlite'), 0);
    const store = createArchiveStore(fixedDatabase(database), join(root, 'pictures'), Date.now);
    expect(store.useSimulated(true)).toEqual(ok(1));
    close();
    limitBytes = 250;
    const archive = start();
    for (const date of dates.slice(1, 4)) bring(archive, date);
    await vi.waitFor(() => expect(there()).toHaveLength(3));
    expect(there()).toEqual([oldest, dates[2], dates[3]]);
    await vi.waitFor(() =>
      expect(surroundings.state.current.archive).toMatchObject({ files: 2, bytes: 215 }),
    );
  });

  it.each<[string, () => void]>([
    ['pinned', () => (choice = { ...noPictureChoice, pinned: oldest })],
    ['a favourite', () => (choice = { ...noPictureChoice, favourites: [oldest] })],
    [
      'shown again by the user',
      () => (choice = { ...noPictureChoice, back: { to: oldest, since: '2026-11-20' } }),
    ],
    ['on the desktop', () => (desktop = oldest)],
  ])('evicts no file of a day that is %s', async (_what, decide) => {
    decide();
    limitBytes = 250;
    const archive = start();
    for (const date of dates.slice(0, 3)) bring(archive, date);
    await vi.waitFor(() => expect(there()).toHaveLength(2));
    expect(there()).toEqual([oldest, dates[2]]);
  });

  it('evicts no file of the newest day, although it was shown first', async () => {
    limitBytes = 250;
    const archive = start();
    for (const date of [dates[2] ?? '', oldest, dates[1] ?? '']) {
      bring(archive, date);
      await surroundings.clock.advance(120_000);
    }
    await vi.waitFor(() => expect(there()).toEqual([dates[1], dates[2]]));
  });

  it('applies the limit when it changes, and when a favourite is removed', async () => {
    choice = { ...noPictureChoice, favourites: dates };
    surroundings.state.update(() => ({ choice }));
    limitBytes = 400;
    const archive = start();
    for (const date of dates.slice(0, 6)) bring(archive, date);
    await thumbnailsMade(6);
    expect(there()).toHaveLength(6);
    choice = noPictureChoice;
    surroundings.state.update(() => ({ choice }));
    await vi.waitFor(() => expect(there()).toHaveLength(3));
    limitBytes = 150;
    surroundings.state.update(() => ({}));
    await vi.waitFor(() => expect(there()).toHaveLength(1));
  });

  it('counts running downloads, and evicts stray files first', async () => {
    const pictures = join(root, 'pictures');
    writeFileSync(join(pictures, '.4.part'), Buffer.alloc(150));
    writeFileSync(join(pictures, '2001-01-01-0000000a.png'), Buffer.alloc(100));
    surroundings.clock.setWallClock(new Date(Date.now() + 3600_000).toISOString());
    limitBytes = 280;
    bring(start(), '2026-11-20');
    await vi.waitFor(() => expect(there()).toEqual(['.4.part', '2026-11-20']));
    await vi.waitFor(() =>
      expect(surroundings.state.current.archive).toMatchObject({ files: 1, bytes: 255 }),
    );
  });

  it('does not count a picture as deleted when it is added while the folder is read', async () => {
    const pictures = ownFolder(join(root, 'pictures'));
    const read = Promise.withResolvers<undefined>();
    const names: OwnFolder['names'] = async () => {
      const list = await pictures.names();
      await read.promise;
      return list;
    };
    const archive = start({ pictures: { ...pictures, names } });
    await vi.waitFor(() => expect(readdirSync(root)).toContain('overhead.sqlite'));
    await new Promise((resolve) => setImmediate(resolve));
    const missing: (number | undefined)[] = [];
    surroundings.state.subscribe(({ archive: { days, files } }) => missing.push(days - files));
    bring(archive, '2026-11-20');
    read.resolve(undefined);
    await vi.waitFor(() => expect(made).toContain('2026-11-20-0000000a.jpg'));
    await archive.dispose();
    // In every published status, each day has a file.
    expect(new Set(missing)).toEqual(new Set([0]));
  });

  it('keeps a picture that becomes a favourite while others are evicted', async () => {
    const pictures = ownFolder(join(root, 'pictures'));
    const [first = '', second = '', third = ''] = dates;
    const remove: OwnFolder['remove'] = (name) => {
      if (name.startsWith(first)) choice = { ...noPictureChoice, favourites: [second] };
      return pictures.remove(name);
    };
    const archive = start({ pictures: { ...pictures, remove } });
    for (const date of [first, second, third]) bring(archive, date);
    await thumbnailsMade(3);
    limitBytes = 150;
    surroundings.state.update(() => ({}));
    await vi.waitFor(() => expect(there()).not.toContain(first));
    await archive.dispose();
    expect(there()).toEqual([second, third]);
  });

  it('reports a file that cannot be removed, and keeps its day', async () => {
    const failure = { kind: 'storage', code: 'EROFS' } as const;
    const pictures = ownFolder(join(root, 'pictures'));
    limitBytes = 150;
    const archive = start({
      pictures: { ...pictures, remove: () => Promise.resolve(fail(failure)) },
    });
    for (const date of dates.slice(0, 2)) bring(archive, date);
    await vi.waitFor(() => expect(failures).toContainEqual(failure));
    expect(archive.buffered.get(oldest)).not.toBeNull();
    expect(surroundings.defects).toEqual([]);
  });

  it('exceeds the limit only if all files are protected, and keeps these, after any sequence of events', async () => {
    const date = fc.constantFrom(...dates);
    const step = fc.oneof(
      fc.record({
        do: fc.constant('bring' as const),
        date,
        bytes: fc.integer({ min: 1, max: 300 }),
      }),
      fc.record({ do: fc.constantFrom('show', 'favour', 'disfavour', 'pin', 'lose'), date }),
      fc.record({
        do: fc.constant('limit' as const),
        date,
        bytes: fc.integer({ min: 100, max: 900 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        [choice, limitBytes] = [noPictureChoice, 500];
        const archive = start();
        for (const { do: what, date: day, ...rest } of steps) {
          await surroundings.clock.advance(61_000);
          const { favourites } = choice;
          if (what === 'bring' && 'bytes' in rest) bring(archive, day, rest.bytes);
          if (what === 'limit' && 'bytes' in rest) limitBytes = rest.bytes;
          if (what === 'show') archive.buffered.noteShown(day, surroundings.clock.now());
          if (what === 'pin') choice = { ...choice, pinned: day };
          if (what === 'lose')
            rmSync(join(root, 'pictures', `${day}-0000000a.jpg`), { force: true });
          if (what === 'favour') choice = { ...choice, favourites: [...favourites, day] };
          if (what === 'disfavour')
            choice = { ...choice, favourites: favourites.filter((one) => one !== day) };
          const before = there();
          surroundings.state.update(() => ({ choice }));
          const own = () => [choice.pinned, ...choice.favourites, newest(archive)];
          await vi.waitFor(
            () => {
              if (bytesThere() > limitBytes)
                expect(there().filter((one) => !own().includes(one))).toEqual([]);
            },
            { interval: 2 },
          );
          expect(there()).toEqual(
            expect.arrayContaining(before.filter((one) => own().includes(one))),
          );
        }
        await archive.dispose();
        for (const folder of ['pictures', 'thumbnails'])
          for (const name of readdirSync(join(root, folder))) rmSync(join(root, folder, name));
        rmSync(join(root, 'overhead.sqlite'), { force: true });
      }),
      { numRuns: runs(30) },
    );
    expect(surroundings.defects).toEqual([]);
    expect(failures).toEqual([]);
  });

  const newest = (archive: Archive): string | undefined => archive.buffered.newest()?.record.date;
});

it('the archive returns those of the given days that are stored, newest first', () => {
  const archive = start();
  for (const date of ['2026-11-18', '2026-11-19', '2026-11-20']) bring(archive, date);
  const days = archive.days(['2026-11-18', '2026-11-20', '1999-01-01']);
  expect(days).toMatchObject({ value: [{ date: '2026-11-20' }, { date: '2026-11-18' }] });
});

describe('the thumbnails of the archive', () => {
  it('are made for each new picture, and not again when they are requested', async () => {
    const archive = start();
    bring(archive, '2026-11-20');
    await thumbnailsMade(1);
    await vi.waitFor(() =>
      expect(archive.month('2026-11')).toMatchObject({
        value: [{ thumbnail: '2026-11-20-0000000a.jpg' }],
      }),
    );
    archive.wantThumbnails(['2026-11-20', '1999-01-01']);
    bring(archive, '2026-11-21');
    await thumbnailsMade(2);
    expect(made).toEqual(['2026-11-20-0000000a.jpg', '2026-11-21-0000000a.jpg']);
  });

  it('lose their record when the file was deleted, and are deleted when they belong to no day', async () => {
    const first = start();
    bring(first, '2026-11-20');
    await thumbnailsMade(1);
    await first.dispose();
    rmSync(join(root, 'thumbnails', '2026-11-20-0000000a.jpg'));
    const draft = '.overhead-01234567-0123-0123-0123-0123456789ab.part';
    for (const name of ['2026-11-19-0000000b.jpg', draft])
      writeFileSync(join(root, 'thumbnails', name), 'left over');
    const second = start();
    await vi.waitFor(() => expect(readdirSync(join(root, 'thumbnails'))).toEqual([]));
    expect(second.month('2026-11')).toMatchObject({ value: [{ thumbnail: null }] });
  });

  it('are removed only if their names are those of the app’s files', async () => {
    const others = ['.hidden', '2026-11-19-1.jpg', 'a b.txt', 'thesis.docx', 'wedding.jpg'];
    for (const name of [...others, '2026-11-19-0000000b.jpg'])
      writeFileSync(join(root, 'thumbnails', name), 'precious');
    await start().dispose();
    expect(readdirSync(join(root, 'thumbnails')).sort()).toEqual(others);
  });
});

it('the archive lists and counts unsaved days in the same way as saved ones', async () => {
  const archive = start();
  bring(archive, '2026-11-19');
  await thumbnailsMade(1);
  isFull = true;
  bring(archive, '2026-11-20');
  const lists = () => {
    const page = archive.page(everything);
    const month = archive.month('2026-11');
    return [page.ok && page.value.days, month.ok && month.value].map(
      (days) => days && days.map(({ date, hasFile, thumbnail }) => [date, hasFile, thumbnail]),
    );
  };
  const [first, second] = [
    ['2026-11-19', true, '2026-11-19-0000000a.jpg'],
    ['2026-11-20', true, null],
  ];
  expect(lists()).toEqual([
    [second, first],
    [first, second],
  ]);
  const counted = { days: 2, files: 2, bytes: 205 };
  await vi.waitFor(() => expect(surroundings.state.current.archive).toEqual(counted));
  isFull = false;
  archive.buffered.flush();
  await vi.waitFor(() => expect(made).toContain('2026-11-20-0000000a.jpg'));
  const saved = { ...counted, bytes: 210 };
  await vi.waitFor(() => expect(surroundings.state.current.archive).toEqual(saved));
  expect(lists()[0]).toMatchObject([['2026-11-20', true, '2026-11-20-0000000a.jpg'], first]);
});

it('the archive evicts a picture that is no longer on the desktop when the limit is lowered', () => {
  const archive = start();
  bring(archive, oldest);
  const at = surroundings.clock.now() + 3600_000;
  const set = { kind: 'set', date: oldest, path: '/x', backend: 'x', verified: true, at } as const;
  surroundings.state.update(() => ({ wallpaper: set }));
  bring(archive, dates[1] ?? '');
  expect(archive.buffered.days({ before: null, limit: 9 })).toHaveLength(2);
  limitBytes = 120;
  surroundings.state.update(() => ({ wallpaper: { kind: 'untouched' } }));
  desktop = null;
  return vi.waitFor(() => expect(there()).toEqual([dates[1]]));
});
