import type { DatabaseSync } from 'node:sqlite';
import { zeroPostCounts, type ListPlace, type PageQuery } from '#shared/journal/journal.ts';
import type { PhotoRef } from '#shared/journal/photo.ts';
import { postKinds } from '#shared/journal/post-kinds.ts';
import { hasTagsOf } from '#shared/journal/markdown.ts';
import { tagsInSearch } from '#shared/journal/tags.ts';
import { indexQueryOf } from '#shared/search-words.ts';
import { attemptStorage, attemptStorageWrite } from '#platform/files/attempt.ts';
import type { KeptDatabase } from '#platform/database/kept-database.ts';
import { runTransaction } from '#platform/database/transact.ts';
import type { JournalStore, StorageResult } from '../ports.ts';
import {
  createPostWriter,
  passColumns,
  passFieldsFromRow,
  postColumns,
  postFromRow,
  postTables,
  postTablesWithIndex,
  summaryColumns,
  postSummaryFromRow,
  type SqlRow,
} from './journal-rows.ts';

export function createJournalStore(source: KeptDatabase): JournalStore {
  const run = source.bound(prepareStatements);
  let isReopened = false;
  const listeners: (() => void)[] = [];
  source.onReplaced(() => {
    isReopened = true;
    for (const listener of listeners) listener();
  });

  /** Runs `work` on the open database. */
  const use: UseTables = (work) => attemptStorage(() => run(work));

  return {
    ...createReads(use),
    ...createWrites(use),

    unreadable() {
      const count = use(({ unreadable }) => unreadable());
      return count.ok ? count.value : 0;
    },
    onReplaced: (listener) => void listeners.push(listener),

    medium() {
      const medium = source.medium();
      if (!isReopened) return medium;
      isReopened = false;
      return 'reopened';
    },

    get recovered() {
      return source.recovered;
    },
  };
}

type UseTables = <T>(work: (tables: ReturnType<typeof prepareStatements>) => T) => StorageResult<T>;

const createReads = (
  use: UseTables,
): Pick<
  JournalStore,
  'summary' | 'get' | 'next' | 'sending' | 'page' | 'passes' | 'after' | 'photos'
> => ({
  summary: () =>
    use(({ countKinds, highest }) => {
      const kinds = countKinds();
      const { sequence, turn } = highest.get() ?? {};
      const counts = { ...zeroPostCounts };
      for (const kind of postKinds) counts[kind] = kinds.get(kind) ?? 0;
      return {
        counts,
        lastSequence: Number(sequence ?? 0),
        lastTurn: Number(turn ?? 0),
      };
    }),

  get: (id) => use(({ byId, readable }) => readable(byId.all(id), postFromRow)[0] ?? null),

  next: (without) =>
    use(({ inTurn, readable }) => {
      const skippedIds = [...without];
      for (;;) {
        const row = inTurn.get(JSON.stringify(skippedIds));
        if (row === undefined) return null;
        const [post] = readable([row], postFromRow);
        if (post !== undefined) return post;
        skippedIds.push(String(row['id']));
      }
    }),

  photos: () => use(({ photos }) => photos.all().map(photoOfRow)),

  sending: () => use(({ sending, readable }) => readable(sending.all(), postFromRow)),

  page: (query, without) =>
    use(({ page, readable }) => {
      const rows = page(query, JSON.stringify(without));
      const lastRow = rows.length > query.limit ? rows[query.limit - 1] : undefined;
      return {
        posts: readable(rows.slice(0, query.limit), postSummaryFromRow),
        next:
          lastRow === undefined
            ? null
            : { createdAt: Number(lastRow['created_at']), sequence: Number(lastRow['sequence']) },
      };
    }),

  passes: (limit, without) =>
    use(({ passes, readable }) =>
      readable(passes.all(JSON.stringify(without), limit), passFieldsFromRow),
    ),

  after: (sequence, length) =>
    use(({ rowsAfter, readable }) => {
      for (let from = sequence; ;) {
        const rows = rowsAfter(from, length);
        const lastRow = rows.at(-1);
        const posts = readable(rows, postFromRow);
        // Read further, because more rows may follow unreadable ones.
        if (lastRow === undefined || posts.length > 0) return posts;
        from = Number(lastRow['sequence']);
      }
    }),
});

const createWrites = (
  use: UseTables,
): Pick<JournalStore, 'save' | 'purge' | 'stage' | 'commitStaged' | 'discardStaged'> => ({
  save: (posts, origin) =>
    use(({ database, sync, write }) => {
      const isForUser = origin === 'user';
      // Without syncing each commit to the disk, a commit survives the end of the app, but not a power cut.
      sync(isForUser ? 'FULL' : 'NORMAL');
      const options = { withText: isForUser, staged: false };
      runTransaction(database, () => posts.forEach((post) => write(post, options)));
      return null;
    }),

  purge: (time) =>
    use(({ database, purge, purgedPhotos }) =>
      runTransaction(database, () => {
        const photos = purgedPhotos.all(time).map(photoOfRow);
        for (const from of purge) from.run(time);
        return photos;
      }),
    ),

  stage: (posts) =>
    use(({ database, isKnown, sync, write }) => {
      // The commit of all staged posts is synced to the disk, and with it all earlier writes.
      sync('NORMAL');
      return runTransaction(database, () => {
        let addedCount = 0;
        for (const post of posts) {
          if (isKnown.get(post.id) !== undefined) continue;
          write(post, { withText: true, staged: true });
          addedCount += 1;
        }
        return addedCount;
      });
    }),

  commitStaged: () =>
    use(({ commitStaged, sync }) => {
      sync('FULL');
      commitStaged.run();
      return null;
    }),

  discardStaged: (limit) =>
    use(({ database, anyStaged, discardStaged, sync }) => {
      if (anyStaged.get() === undefined) return 0;
      sync('NORMAL');
      return runTransaction(
        database,
        () => discardStaged.map((from) => Number(from.run(limit).changes)).at(-1) ?? 0,
      );
    }),
});

const photoOfRow = ({ id, photo }: SqlRow): PhotoRef => ({ id: String(id), at: Number(photo) });

/** Selects the rows that are posts of the journal: neither unreadable nor staged. */
const postConditionSql = `p.kind NOT IN ('unreadable', 'staged')`;
const purgedSql = `WHERE kind = 'deleted' AND json_valid(state) AND state ->> 'at' < ?`;
const withoutIdsSql = `p.id NOT IN (SELECT value FROM json_each(?))`;

const matchingTables = 'journal_search s JOIN journal_post p ON p.sequence = s.rowid';

/** A place before the first post of every list. */
const placeBeforeAll: ListPlace = {
  createdAt: Number.MAX_SAFE_INTEGER,
  sequence: Number.MAX_SAFE_INTEGER,
};

/** The statements for one database. They throw the errors of SQLite. */
function prepareStatements(database: DatabaseSync) {
  const selectKinds = database.prepare(
    'SELECT kind, count(*) AS n FROM journal_post GROUP BY kind',
  );
  const markUnreadable = database.prepare(
    `UPDATE journal_post SET kind = 'unreadable', turn = NULL WHERE sequence = ?`,
  );
  let syncLevel: 'FULL' | 'NORMAL' = 'FULL';
  const unreadableRows = new Set<unknown>();
  let unreadableCount = countKinds().get('unreadable') ?? 0;

  function countKinds(): Map<string, number> {
    return new Map(selectKinds.all().map(({ kind, n }) => [String(kind), Number(n)]));
  }

  /** Converts rows. Leaves out an unreadable row and marks it, so that it is not read again; it stays stored. */
  function readRows<T>(rows: readonly SqlRow[], read: (row: SqlRow) => T | null): T[] {
    return rows.flatMap((row) => {
      const value = read(row);
      if (value !== null) return [value];
      attemptStorageWrite(() => markUnreadable.run(row['sequence'] ?? null));
      // A row that could not be marked is read again.
      if (!unreadableRows.has(row['sequence'])) unreadableCount += 1;
      unreadableRows.add(row['sequence']);
      return [];
    });
  }

  function sync(level: 'FULL' | 'NORMAL'): void {
    if (level === syncLevel) return;
    database.exec(`PRAGMA synchronous = ${level}`);
    syncLevel = level;
  }

  /** Statements that delete, one for each table, the rows of the posts that the condition `posts` selects. */
  const deleteFrom = (posts: string) =>
    ['journal_text', 'journal_accepted', 'journal_post'].map((table) =>
      database.prepare(
        `DELETE FROM ${table} WHERE sequence IN (SELECT sequence FROM journal_post ${posts})`,
      ),
    );

  return {
    database,
    write: createPostWriter(database),
    countKinds,
    unreadable: () => unreadableCount,

    readable: readRows,
    sync,
    highest: database.prepare(
      // Two queries that each use an index; one query for both would read every row.
      `SELECT (SELECT max(sequence) FROM journal_post) AS sequence,
         (SELECT max(turn) FROM journal_post WHERE turn IS NOT NULL) AS turn`,
    ),
    byId: database.prepare(
      `SELECT ${postColumns} FROM ${postTables} WHERE p.id = ? AND ${postConditionSql}`,
    ),
    // Uses the index of turns: with the index of kinds, SQLite would sort the whole outbox for each post to send.
    inTurn: database.prepare(
      `SELECT ${postColumns} FROM ${postTablesWithIndex('INDEXED BY journal_post_by_turn')}
       WHERE p.turn IS NOT NULL AND p.kind IN ('waiting', 'deleting') AND ${withoutIdsSql}
       ORDER BY p.turn LIMIT 1`,
    ),
    sending: database.prepare(`SELECT ${postColumns} FROM ${postTables} WHERE p.kind = 'sending'`),
    page: preparePage(database),
    // The search index finds the texts that begin with these words, without reading other posts.
    passes: database.prepare(
      `SELECT ${passColumns} FROM ${matchingTables}
       WHERE journal_search MATCH 'body : ^"overhead pass"' AND p.body_start GLOB 'overhead:pass/*'
         AND ${postConditionSql} AND p.kind NOT IN ('deleted', 'deleting')
         AND NOT (p.kind = 'sending' AND json_valid(p.state) AND p.state ->> 'operation' = 'delete')
         AND ${withoutIdsSql}
       ORDER BY s.rowid DESC LIMIT ?`,
    ),
    rowsAfter: prepareRowsAfter(database),
    purge: deleteFrom(purgedSql),
    purgedPhotos: database.prepare(
      `SELECT id, photo FROM journal_post ${purgedSql} AND photo IS NOT NULL`,
    ),
    photos: database.prepare('SELECT id, photo FROM journal_post WHERE photo IS NOT NULL'),

    isKnown: database.prepare('SELECT 1 FROM journal_post WHERE id = ?'),
    commitStaged: database.prepare(
      `UPDATE journal_post SET kind = state ->> 'kind', turn = state ->> 'turn' WHERE kind = 'staged'`,
    ),
    anyStaged: database.prepare(`SELECT 1 FROM journal_post WHERE kind = 'staged' LIMIT 1`),
    discardStaged: deleteFrom(`WHERE kind = 'staged' ORDER BY sequence LIMIT ?`),
  };
}

/**
 * Returns a function that returns the rows of a page, in the order of `listOrderOf`, except the ids in a JSON array. If
 * there is a next page, the function returns one row more than requested.
 */
function preparePage(database: DatabaseSync): (query: PageQuery, withoutIds: string) => SqlRow[] {
  const select = (from: string, where: string, later: string, order: string) =>
    database.prepare(
      `SELECT ${summaryColumns} FROM ${from}
       WHERE ${where} AND ${later} AND ${withoutIdsSql} ORDER BY ${order} LIMIT ?`,
    );
  // Uses the index of dates: with the index of kinds, SQLite would sort every post of a kind for each page.
  const datedTables = 'journal_post p INDEXED BY journal_post_by_date';
  // The index has only the words of tags; this condition selects the posts that have the tags themselves.
  const taggedTables = `${matchingTables} JOIN journal_text t ON t.sequence = p.sequence`;
  database.function('has_tags', { deterministic: true }, (title, body, words) =>
    hasTagsOf(String(title), String(body), String(words)) ? 1 : 0,
  );
  const prepareQueries = (where: string) => ({
    listed: select(
      datedTables,
      where,
      '(p.created_at, p.sequence) < (?, ?)',
      'p.created_at DESC, p.sequence DESC',
    ),
    found: select(
      matchingTables,
      `journal_search MATCH ? AND ${where}`,
      's.rowid < ?',
      's.rowid DESC',
    ),
    tagged: select(
      taggedTables,
      `journal_search MATCH ? AND has_tags(t.title, t.body, ?) AND ${where}`,
      's.rowid < ?',
      's.rowid DESC',
    ),
  });
  const undeletedQueries = prepareQueries(`${postConditionSql} AND p.kind <> 'deleted'`);
  const allPostQueries = prepareQueries(postConditionSql);
  const kindQueries = prepareQueries('p.kind = ?');

  return ({ before, limit, words, state }, withoutIds) => {
    const match = indexQueryOf(words);
    if (match === null) return [];
    const hasTag = tagsInSearch(words).length > 0;
    // One row more than requested shows that there is a next page.
    const { createdAt, sequence } = before ?? placeBeforeAll;
    const pageArguments = [sequence, withoutIds, limit + 1] as const;
    const runQuery = (by: ReturnType<typeof prepareQueries>, ...kind: string[]): SqlRow[] =>
      match === ''
        ? by.listed.all(...kind, createdAt, ...pageArguments)
        : hasTag
          ? by.tagged.all(match, words, ...kind, ...pageArguments)
          : by.found.all(match, ...kind, ...pageArguments);
    if (state === null) return runQuery(undeletedQueries);
    return state === 'everything' ? runQuery(allPostQueries) : runQuery(kindQueries, state);
  };
}

/** Prepares `JournalStore.after`: the function returns the rows of whole posts. */
function prepareRowsAfter(database: DatabaseSync): (sequence: number, length: number) => SqlRow[] {
  const selectSome = database.prepare(
    `SELECT ${postColumns} FROM ${postTables} WHERE p.sequence > ? AND ${postConditionSql} ORDER BY p.sequence`,
  );
  return (sequence, length) => {
    const rows: SqlRow[] = [];
    let remainingLength = length;
    for (const row of selectSome.iterate(sequence)) {
      rows.push(row);
      for (const value of Object.values(row))
        if (typeof value === 'string') remainingLength -= value.length;
      if (remainingLength < 0) break;
    }
    return rows;
  };
}
