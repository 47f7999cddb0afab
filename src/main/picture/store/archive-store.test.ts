import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import type { OpenedDatabase } from '#platform/database/database.ts';
import { createArchiveStore } from './archive-store.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { openAppDatabase } from '#app/database.ts';
import { runs } from '#test/support/runs.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const everything = { words: '', before: null, limit: 100 };
let folder = '';
let path = '';
let opened: OpenedDatabase | null = null;
let unreadable: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-archive-'));
  path = join(folder, 'overhead.sqlite');
  unreadable = [];
});
afterEach(() => {
  opened?.close();
  opened = null;
  rmSync(folder, { recursive: true });
});

function open() {
  opened?.close();
  opened = openAppDatabase(path, now);
  const { database } = opened;
  const archive = createArchiveStore(
    fixedDatabase(database),
    folder,
    () => now,
    (date) => unreadable.push(date),
  );
  return { database, archive };
}
/** The dates of the days that a search for the words finds. */
const found = (words: string, archive = open().archive): string[] => {
  const page = archive.page({ ...everything, words }, null);
  return page.ok ? page.value.days.map(({ date }) => date) : [];
};

describe('createArchiveStore', () => {
  it('returns the newest day whose file is on the disk, and the days before it', () => {
    const { archive } = open();
    expect(archive.newest()).toBeNull();
    for (const date of ['2026-11-20', '2026-11-19']) {
      writeFileSync(join(folder, `${date}-0.jpg`), 'x');
      archive.save(dayPicture(date));
    }
    expect(archive.newest()).toEqual(dayPicture('2026-11-20'));
    expect(archive.days({ before: '2026-11-20', limit: 9 })).toEqual([dayPicture('2026-11-19')]);
    // A copy of a backup, or a full disk, may cut a file off.
    writeFileSync(join(folder, '2026-11-20-0.jpg'), '');
    expect(archive.newest()).toEqual(dayPicture('2026-11-19'));
    expect(archive.get('2026-11-20')).toBeNull();
    rmSync(join(folder, '2026-11-20-0.jpg'));
    expect(archive.newest()).toEqual(dayPicture('2026-11-19'));
    expect(archive.get('2026-11-20')).toBeNull();
    expect(archive.get('2026-11-19')).toEqual(dayPicture('2026-11-19'));
    rmSync(join(folder, '2026-11-19-0.jpg'));
    expect(archive.newest()).toBeNull();
  });
});

describe('useSimulated', () => {
  it('hides simulated days while real services are used, and shows them again with simulated services', () => {
    const { archive } = open();
    const drawn = dayPicture('2026-11-19', { explanation: 'A drawn comet.', simulated: true });
    archive.save(dayPicture('2026-11-18', { explanation: 'A comet.' }));
    archive.save(drawn);
    expect(archive.useSimulated(false)).toEqual({ ok: true, value: 1 });
    expect(archive.known('2026-11-19')).toBeNull();
    expect(found('comet', archive)).toEqual(['2026-11-18']);
    expect(archive.status()).toMatchObject({ value: { days: 1 } });
    expect(archive.filesAside()).toEqual({ ok: true, value: [drawn.file?.name] });
    expect(archive.useSimulated(false)).toEqual({ ok: true, value: 0 });

    // The same day, simulated and real; then the store is opened again.
    archive.save(dayPicture('2026-11-19', { explanation: 'A real comet.' }));
    const again = open().archive;
    expect(again.useSimulated(true)).toEqual({ ok: true, value: 3 });
    expect(again.known('2026-11-19')).toEqual(drawn);
    expect(found('comet', again)).toEqual(['2026-11-19']);
    expect(again.useSimulated(false)).toEqual({ ok: true, value: 3 });
    expect(found('comet', again)).toEqual(['2026-11-19', '2026-11-18']);
    expect(again.known('2026-11-19')).toMatchObject({ record: { explanation: 'A real comet.' } });
  });

  it('keeps the thumbnails of hidden days', () => {
    const { archive } = open();
    archive.save(dayPicture('2026-11-19', { simulated: true }));
    archive.noteThumbnail('2026-11-19', { name: 'small.jpg', bytes: 1 });
    archive.useSimulated(false);
    expect(archive.keepThumbnails(['small.jpg', 'other.jpg'])).toEqual({
      ok: true,
      value: ['other.jpg'],
    });
  });

  it('treats a day with an unreadable text as real, not simulated', () => {
    const { archive, database } = open();
    archive.save(dayPicture('2026-11-19'));
    database.exec("UPDATE picture_text SET other_fields = '{'");
    expect(archive.useSimulated(false)).toEqual({ ok: true, value: 0 });
    expect(archive.useSimulated(true)).toEqual({ ok: true, value: 1 });
  });
});

describe('the days of the archive store', () => {
  it('are listed in pages, newest first, and can be filtered by words and favourites', () => {
    const { archive } = open();
    const dates = Array.from({ length: 9 }, (_, n) => `2026-11-1${n}`);
    for (const date of dates) archive.save(dayPicture(date, { title: `Day ${date.at(-1) ?? ''}` }));
    const first = archive.page({ ...everything, limit: 4 }, null);
    expect(first).toMatchObject({ value: { next: '2026-11-15' } });
    const rest = archive.page({ ...everything, before: '2026-11-15', limit: 5 }, null);
    expect(rest).toMatchObject({ value: { days: { length: 5 }, next: null } });
    const favourites = ['2026-11-12', '2026-11-17', '2001-01-01'];
    expect(archive.page(everything, favourites)).toMatchObject({
      value: { days: [{ date: '2026-11-17' }, { date: '2026-11-12' }], next: null },
    });
    const both = archive.page({ ...everything, words: 'day 7' }, favourites);
    expect(both).toMatchObject({ value: { days: [{ title: 'Day 7' }] } });
    const paged = archive.page({ words: 'day', before: '2026-11-16', limit: 2 }, null);
    expect(paged).toMatchObject({ value: { days: [{ title: 'Day 5' }, {}], next: '2026-11-14' } });
  });

  it('are listed in order for a month', () => {
    const { archive } = open();
    for (const date of ['2026-10-31', '2026-11-30', '2026-11-01', '2026-12-01'])
      archive.save(dayPicture(date));
    expect(archive.month('2026-11')).toMatchObject({
      value: [{ date: '2026-11-01', hasFile: true, thumbnail: null }, { date: '2026-11-30' }],
    });
  });

  it('are returned by `facts`, newest first, if their file is on the disk', () => {
    const { archive } = open();
    for (const date of ['2026-11-18', '2026-11-20', '2026-11-19'])
      archive.save(dayPicture(date, { title: `Of ${date}` }));
    archive.save({ record: pictureRecord('2026-11-21', { mediaType: 'video' }), file: null });
    archive.noteEvicted(['2026-11-19']);
    const rest = { explanation: 'Stars.', mediaType: 'image', width: 1, height: 1 };
    expect(archive.facts()).toEqual([
      { date: '2026-11-20', title: 'Of 2026-11-20', ...rest },
      { date: '2026-11-18', title: 'Of 2026-11-18', ...rest },
    ]);
  });

  it('keep their record when the file is evicted, and get the file back', () => {
    const { archive } = open();
    const day = dayPicture('2026-11-20');
    writeFileSync(join(folder, '2026-11-20-0.jpg'), 'x');
    archive.save(day);
    archive.noteThumbnail('2026-11-20', { name: '2026-11-20-0.jpg', bytes: 7 });
    expect(archive.status()).toMatchObject({ value: { days: 1, files: 1, bytes: 8 } });
    archive.noteEvicted(['2026-11-20']);
    expect(archive.get('2026-11-20')).toBeNull();
    expect(archive.newest()).toBeNull();
    expect(archive.known('2026-11-20')).toEqual(day);
    expect(archive.page(everything, null)).toMatchObject({
      value: { days: [{ hasFile: false, thumbnail: '2026-11-20-0.jpg' }] },
    });
    expect(archive.reclaim(['other.jpg', '2026-11-20-0.jpg'])).toEqual({ ok: true, value: 1 });
    expect(archive.get('2026-11-20')).toEqual(day);
  });

  it('are ordered by the time at which they were last shown, which is written at most once a minute', () => {
    const { archive } = open();
    for (const date of ['2026-11-18', '2026-11-19', '2026-11-20']) archive.save(dayPicture(date));
    archive.noteShown('2026-11-18', now + 60_001);
    archive.noteShown('2026-11-19', now + 59_999);
    archive.noteShown('2026-11-20', now - 1e9);
    const files = archive.files();
    expect(files.ok && files.value.map(({ date, shownAt }) => [date, shownAt - now])).toEqual([
      ['2026-11-19', 0],
      ['2026-11-20', 0],
      ['2026-11-18', 60_001],
    ]);
  });

  it('replace a time in the future, recorded by a wrong clock, when they are shown again', () => {
    const { archive } = open();
    archive.save(dayPicture('2026-11-18'));
    archive.noteShown('2026-11-18', Date.UTC(2099, 0));
    archive.noteShown('2026-11-18', now + 60_001);
    expect(archive.files()).toMatchObject({ value: [{ shownAt: now + 60_001 }] });
    // A time of up to a day ahead may be that of another clock, which is right.
    const tomorrow = now + 24 * 3600_000;
    archive.noteShown('2026-11-18', tomorrow);
    archive.noteShown('2026-11-18', now);
    expect(archive.files()).toMatchObject({ value: [{ shownAt: tomorrow }] });
    archive.noteShown('2026-11-18', tomorrow + 60_001);
    archive.noteShown('2026-11-18', now);
    expect(archive.files()).toMatchObject({ value: [{ shownAt: now }] });
  });

  it('lose their thumbnail when they get a new file, and when the thumbnail was deleted', () => {
    const { archive } = open();
    const day = dayPicture('2026-11-20');
    const thumbnail = () => {
      const month = archive.month('2026-11');
      return month.ok ? month.value[0]?.thumbnail : undefined;
    };
    const small = { name: '2026-11-20-0.jpg', bytes: 7 };
    archive.save(day);
    archive.noteThumbnail('2026-11-20', small);
    archive.save(day);
    expect(thumbnail()).toBe(small.name);
    expect(archive.keepThumbnails([small.name, 'odd.jpg'])).toEqual({
      ok: true,
      value: ['odd.jpg'],
    });
    expect(thumbnail()).toBe(small.name);
    archive.keepThumbnails([]);
    expect(thumbnail()).toBeNull();
    archive.noteThumbnail('2026-11-20', small);
    archive.save({
      ...day,
      file: { name: '2026-11-20-1.jpg', format: 'jpeg', bytes: 1, width: 1, height: 1 },
    });
    expect(thumbnail()).toBeNull();
  });

  it('keep whether their file is an animation, also while they are set aside', () => {
    const { archive } = open();
    const day = dayPicture('2026-11-20');
    const { file } = day;
    if (file === null) throw new Error('the day has a file');
    const animation = { ...day, file: { ...file, animated: true } } as const;
    archive.save(animation);
    archive.save(dayPicture('2026-11-19'));
    archive.useSimulated(true);
    archive.useSimulated(false);
    expect(archive.known('2026-11-20')).toEqual(animation);
    expect(archive.known('2026-11-19')?.file).not.toHaveProperty('animated');
    archive.save(day);
    expect(archive.known('2026-11-20')).toEqual(day);
  });

  it('are left out and reported once if their row cannot be parsed, and are listed after the next save', () => {
    const { archive, database } = open();
    for (const date of ['2026-11-18', '2026-11-19', '2026-11-20'])
      archive.save({ record: pictureRecord(date), file: null });
    database.exec(`
      UPDATE picture_text SET other_fields = '{' WHERE day = 20261120;
      UPDATE picture_day SET media_type = 'cake' WHERE day = 20261119`);
    for (let time = 0; time < 2; time += 1) {
      expect(archive.newest()?.record.date).toBe('2026-11-19');
      expect(archive.get('2026-11-20')).toBeNull();
      expect(found('', archive)).toEqual(['2026-11-20', '2026-11-18']);
      expect(archive.month('2026-11')).toMatchObject({ value: { length: 2 } });
    }
    expect(unreadable.sort()).toEqual(['2026-11-19', '2026-11-20']);
    archive.save({ record: pictureRecord('2026-11-20'), file: null });
    expect(archive.newest()?.record.date).toBe('2026-11-20');
  });

  it('are not saved if the disk fails; the result is a `storage` failure', () => {
    const { archive, database } = open();
    database.exec('PRAGMA query_only = 1');
    const failure = { ok: false, failure: { kind: 'storage', code: 'SQLITE_READONLY' } };
    expect(archive.save(dayPicture('2026-11-20'))).toEqual(failure);
    expect(archive.noteEvicted(['2026-11-20'])).toEqual(failure);
    expect(archive.noteThumbnail('2026-11-20', { name: 'a.jpg', bytes: 1 })).toEqual(failure);
  });
});

describe('the search of the archive store', () => {
  it.each([
    ['horse', ['2026-11-20']],
    ['HORSEHEAD  nebul', ['2026-11-20']],
    ['horse nebula', ['2026-11-20']],
    ['ebula', []],
    ['nebula', ['2026-11-20', '2026-11-19']],
    ['perez', ['2026-11-19']],
    ['Pérez ne', ['2026-11-19']],
    ['"', []],
    ['horsehead*', ['2026-11-20']],
    ['title:nebula', []],
    ['nebula OR star', []],
    ['M31', ['2026-11-18']],
    ['星', ['2026-11-18']],
    ['...', []],
    ['   ', ['2026-11-20', '2026-11-19', '2026-11-18']],
    ['nov', ['2026-11-20', '2026-11-19', '2026-11-18']],
    ['November 19', ['2026-11-19', '2026-11-18']],
    ['18 nov 2025', []],
    ['2026-11-20', ['2026-11-20']],
    ['2026-12', []],
    ['11/18/2026', ['2026-11-18']],
  ])('finds the days for: %s', (words, dates) => {
    const { archive } = open();
    const some = [
      pictureRecord('2026-11-20', { title: 'The Horsehead', explanation: 'A dark nebula.' }),
      pictureRecord('2026-11-19', { explanation: 'A nebula.', credit: 'Ana Pérez' }),
      pictureRecord('2026-11-18', {
        title: 'M31',
        explanation: '星 and stars. Seen on November 19.',
      }),
    ];
    for (const record of some) archive.save({ record, file: null });
    expect(found(words, archive)).toEqual(dates);
  });

  it('returns the days of a typed month of every year in pages, and only favourites if these are requested', () => {
    const { archive } = open();
    const dates = ['2026-11-20', '2026-11-18', '2025-11-20', '2024-12-01', '2024-11-30'];
    for (const date of dates) archive.save(dayPicture(date, { title: 'Of 11', explanation: '' }));
    const page = (before: string | null, only: string[] | null = null) => {
      const answer = archive.page({ words: 'nov', before, limit: 2 }, only);
      return answer.ok && [answer.value.days.map(({ date }) => date), answer.value.next];
    };
    expect(page(null)).toEqual([['2026-11-20', '2026-11-18'], '2026-11-18']);
    expect(page('2026-11-18')).toEqual([['2025-11-20', '2024-11-30'], null]);
    expect(page(null, ['2025-11-20', '2024-12-01'])).toEqual([['2025-11-20'], null]);
  });

  it('finds Japanese anywhere in a run of characters', () => {
    const { archive, database } = open();
    archive.save({
      record: pictureRecord('2026-11-20', { title: '今夜の金星', explanation: '' }),
      file: null,
    });
    expect(found('金星', archive)).toEqual(['2026-11-20']);
    expect(found('夜', archive)).toEqual(['2026-11-20']);
    expect(found('金夜', archive)).toEqual([]);
    database.exec(
      `INSERT INTO picture_search (picture_search, rank) VALUES ('integrity-check', 1)`,
    );
  });

  it('finds the new words of a day that is saved again', () => {
    const { archive, database } = open();
    const write = (explanation: string) =>
      archive.save({ record: pictureRecord('2026-11-20', { explanation }), file: null });
    write('old words');
    write('new words');
    expect(found('old', archive)).toEqual([]);
    expect(found('new', archive)).toEqual(['2026-11-20']);
    database.exec(`INSERT INTO picture_search (picture_search) VALUES ('integrity-check')`);
  });

  it('accepts any text without an error', () => {
    const { archive } = open();
    archive.save({ record: pictureRecord('2026-11-20'), file: null });
    const odd = fc.string({
      unit: fc.constantFrom(...Array.from('a"*:^()-+{}\\\'ANDORNEAR \0\u0301é𝄞,.')),
    });
    fc.assert(
      fc.property(fc.oneof(odd, fc.string({ unit: 'binary' })), (words) => {
        expect(archive.page({ ...everything, words }, null).ok).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });
});
