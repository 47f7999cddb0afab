import type { DatabaseSync } from 'node:sqlite';
import type { ArchiveDay } from '../../shared/archive.ts';
import { ok } from '../../shared/failure.ts';
import type { ArchiveStore } from '../domain/picture/archive/ports.ts';
import { attempt } from './attempt.ts';
import { matchOf } from './picture-search.ts';
import { dateOf, dayNumber, summaryColumns, summaryOf, type Row } from './picture-rows.ts';

const afterAll = 99_999_999;

/** The days as lists and the calendar show them. Rows that make no sense are left out, and told. */
export function preparePictureLists(
  database: DatabaseSync,
  unreadable: (date: string) => void,
): Pick<ArchiveStore, 'page' | 'month'> {
  const prepare = (from: string, key: string, where: string) => {
    const some = `SELECT ${summaryColumns} FROM ${from} WHERE ${where} ${key} < ?`;
    const newestFirst = `ORDER BY ${key} DESC LIMIT ?`;
    return {
      all: database.prepare(`${some} ${newestFirst}`),
      only: database.prepare(
        `${some} AND ${key} IN (SELECT value FROM json_each(?)) ${newestFirst}`,
      ),
    };
  };
  const every = prepare('picture_day p', 'p.day', '');
  const found = prepare(
    'picture_search s JOIN picture_day p ON p.day = s.rowid',
    's.rowid',
    'picture_search MATCH ? AND',
  );
  const month = database.prepare(
    `SELECT ${summaryColumns} FROM picture_day p WHERE p.day BETWEEN ? AND ? ORDER BY p.day`,
  );

  const readable = (rows: readonly Row[]): ArchiveDay[] =>
    rows.flatMap((row) => {
      const day = summaryOf(row);
      if (day === null) unreadable(dateOf(row['day']));
      return day === null ? [] : [day];
    });

  return {
    page({ words, before, limit }, only) {
      const match = matchOf(words);
      if (match === null) return ok({ days: [], next: null });
      const { all, only: some } = match === '' ? every : found;
      const begin = [
        ...(match === '' ? [] : [match]),
        before === null ? afterAll : dayNumber(before),
      ];
      // One more than asked for says whether there is a next page.
      const selected = attempt(() =>
        only === null
          ? all.all(...begin, limit + 1)
          : some.all(...begin, JSON.stringify(only.map(dayNumber)), limit + 1),
      );
      if (!selected.ok) return selected;
      const rows = selected.value;
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return ok({
        days: readable(rows.slice(0, limit)),
        next: last === undefined ? null : dateOf(last['day']),
      });
    },
    month(name) {
      const first = dayNumber(`${name}-01`);
      const rows = attempt(() => month.all(first, first + 30));
      return rows.ok ? ok(readable(rows.value)) : rows;
    },
  };
}
