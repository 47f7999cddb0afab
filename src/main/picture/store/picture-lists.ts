import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { datesMeant, daysMeant } from '#shared/picture/archive-dates.ts';
import type { ArchiveDay } from '#shared/picture/archive.ts';
import { ok } from '#shared/failure.ts';
import { wordsOf } from '#shared/search-words.ts';
import { attempt } from '#platform/files/attempt.ts';
import type { ArchiveStore } from '../ports.ts';
import { dateOf, dayNumber, summaryColumns, summaryOf, type Row } from './picture-rows.ts';

const afterAll = 99_999_999;

/**
 * Queries for the lists and the calendar. Rows that cannot be parsed are left out and reported.
 *
 * @param now milliseconds since the Unix epoch
 */
export function preparePictureLists(
  database: DatabaseSync,
  unreadable: (date: string) => void,
  now: () => number,
): Pick<ArchiveStore, 'page' | 'month'> {
  const prepare = (from: string, key: string, where: string) => {
    const some = `SELECT ${summaryColumns} FROM ${from} WHERE ${where} ${key} < ?`;
    const order = `ORDER BY ${key} DESC LIMIT ?`;
    return {
      all: database.prepare(`${some} ${order}`),
      only: database.prepare(`${some} AND ${key} IN (SELECT value FROM json_each(?)) ${order}`),
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
      const meant = datesMeant(words);
      const match = meant?.isSure === true ? null : matchOf(words);
      const end = before === null ? afterAll : dayNumber(before);
      const select = ({ all, only: some }: typeof every, begin: SQLInputValue[], days = only) =>
        days === null
          ? all.all(...begin, end, limit + 1)
          : some.all(...begin, end, JSON.stringify(days.map(dayNumber)), limit + 1);
      // One extra row tells whether there is a next page.
      const selected = attempt(() => {
        const byWords =
          match === null ? [] : match === '' ? select(every, []) : select(found, [match]);
        if (meant === null) return byWords;
        const days = daysMeant(meant, new Date(now()).getUTCFullYear());
        const wanted = only === null ? days : days.filter((day) => only.includes(day));
        return newestFirst([...byWords, ...select(every, [], wanted)]);
      });
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

/** Each day once. */
function newestFirst(rows: readonly Row[]): Row[] {
  const days = new Map(rows.map((row) => [Number(row['day']), row]));
  return [...days].sort(([one], [other]) => other - one).map(([, row]) => row);
}

/**
 * Converts typed words to an FTS5 query: all words, the last one as a prefix. Each word is quoted, so that none is
 * parsed as query syntax.
 *
 * @returns `''` for no words at all, null where what was typed holds nothing to search for
 */
export function matchOf(typed: string): string | null {
  if (typed.trim() === '') return '';
  const words = wordsOf(typed);
  return words.length === 0 ? null : `${words.map((word) => `"${word}"`).join(' ')}*`;
}
