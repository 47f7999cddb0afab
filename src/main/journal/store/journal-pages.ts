import type { DatabaseSync } from 'node:sqlite';
import type { PageQuery } from '#shared/journal/journal.ts';
import { wordsOf } from '#shared/search-words.ts';
import type { Range } from './arrivals.ts';
import { postColumns, postTables, summaryColumns, type Row } from './journal-rows.ts';

/** Rows that are listed, newest first, but for these ids (as a JSON array): one more than asked for, if there is. */
export type Pages = (query: PageQuery, withoutIds: string, seen: readonly Range[]) => Row[];

export function preparePages(database: DatabaseSync): Pages {
  const prepare = (from: string, where: string, key: string) =>
    database.prepare(
      `SELECT ${summaryColumns} FROM ${from}
       WHERE ${where} AND ${key} > ? AND ${key} < ? AND p.id NOT IN (SELECT value FROM json_each(?))
       ORDER BY ${key} DESC LIMIT ?`,
    );
  const found = 'journal_search s JOIN journal_post p ON p.sequence = s.rowid';
  /** Every statement has one parameter for the words, if any, and one for the kind. */
  const both = (kinds: string) => ({
    listed: prepare('journal_post p', kinds, 'p.sequence'),
    found: prepare(found, `journal_search MATCH ? AND ${kinds}`, 's.rowid'),
  });
  const undeleted = both(`p.kind NOT IN ('unreadable', ?)`);
  const everything = both('p.kind <> ?');
  const ofKind = both('p.kind = ?');

  return ({ before, limit, words, state }, withoutIds, seen) => {
    const wanted = wordsOf(words);
    if (wanted.length === 0 && words.trim() !== '') return [];
    const match = wanted.map((word) => `"${word}"*`).join(' ');
    const [by, kind] =
      state === null
        ? ([undeleted, 'deleted'] as const)
        : state === 'everything'
          ? ([everything, 'unreadable'] as const)
          : ([ofKind, state] as const);
    const rows: Row[] = [];
    for (const { above, below } of [...seen].reverse()) {
      // One more than asked for says whether there is a next page.
      const missing = limit + 1 - rows.length;
      if (missing === 0) break;
      const rest = [kind, above, Math.min(below, before ?? below), withoutIds, missing] as const;
      rows.push(...(match === '' ? by.listed.all(...rest) : by.found.all(match, ...rest)));
    }
    return rows;
  };
}

/** Whole posts with a higher sequence, oldest first: as many as hold `length` UTF-16 units, and one more. */
export type PostsAfter = (sequence: number, length: number, seen: readonly Range[]) => Row[];

export function preparePostsAfter(database: DatabaseSync): PostsAfter {
  const some = database.prepare(
    `SELECT ${postColumns} FROM ${postTables}
     WHERE p.sequence > ? AND p.sequence < ? AND p.kind <> 'unreadable' ORDER BY p.sequence`,
  );
  return (sequence, length, seen) => {
    const rows: Row[] = [];
    let left = length;
    for (const { above, below } of seen) {
      for (const row of some.iterate(Math.max(above, sequence), below)) {
        rows.push(row);
        left -= lengthOf(row);
        if (left < 0) return rows;
      }
    }
    return rows;
  };
}

function lengthOf(row: Row): number {
  let length = 0;
  for (const value of Object.values(row)) if (typeof value === 'string') length += value.length;
  return length;
}
