import type { DatabaseSync } from 'node:sqlite';
import { fail, ok, type StorageFailure } from '#shared/failure.ts';
import { noPosts, type JournalPost, type PageQuery } from '#shared/journal/journal.ts';
import { postKinds } from '#shared/journal/post-kinds.ts';
import type { JournalStore, JournalSummary, Stored } from '../ports.ts';
import type { ClockRecord } from '#runtime/clock-record.ts';
import { prepareArrivals } from './arrivals.ts';
import { attempt, attemptWrite } from '#platform/files/attempt.ts';
import type { KeptDatabase } from '#platform/database/kept-database.ts';
import { preparePages, preparePostsAfter } from './journal-pages.ts';
import {
  createPostWriter,
  postColumns,
  postOf,
  postTables,
  postTablesBy,
  summaryOf,
  type Row,
} from './journal-rows.ts';
import { transact } from '#platform/database/transact.ts';

export function createJournalStore(source: KeptDatabase): JournalStore {
  const opened = source.bound(openOn);
  let { generation } = source;
  const use = <T>(work: () => T): Stored<T> => {
    const result = attempt(work);
    if (!result.ok && result.failure.code === 'SQLITE_CORRUPT') source.suspect();
    return result;
  };
  return {
    summary: () => use(() => opened().summary()),
    get: (id) => use(() => opened().get(id)),
    next: (without) => use(() => opened().next(without)),
    sending: () => use(() => opened().sending()),
    page: (query, without) => use(() => opened().page(query, without)),
    after: (sequence, length) => use(() => opened().after(sequence, length)),
    save: (posts, origin) => use(() => opened().save(posts, origin === 'person')),
    savePaused: (paused) => use(() => opened().savePaused(paused)),
    purge: (before) => use(() => opened().purge(before)),
    clockRecord: () => use(() => opened().clockRecord()),
    noteClock: (record) => use(() => opened().noteClock(record)),
    expect: (band) => use(() => opened().arrivals.expect(band)),
    arrive(posts) {
      const arrived = use(() => opened().arrivals.add(posts));
      if (!arrived.ok) return arrived;
      return arrived.value === null ? fail(interrupted) : ok(arrived.value);
    },
    reveal() {
      const revealed = use(() => opened().arrivals.reveal());
      return revealed.ok && !revealed.value ? fail(interrupted) : revealed;
    },
    discardArrivals: (limit) => use(() => opened().arrivals.discard(limit)),
    unreadable: () => opened().unreadable(),
    medium() {
      const medium = source.medium();
      if (source.generation === generation) return medium;
      generation = source.generation;
      return 'reopened';
    },
    get recovered() {
      return source.recovered;
    },
  };
}

/** The database changed under an import: some of it went into the one before. */
const interrupted: StorageFailure = { kind: 'storage', code: 'SQLITE_ABORT' };

/** Not in the band of an import. */
const isSeen = 'p.sequence NOT BETWEEN ? AND ?';
const without = `p.id NOT IN (SELECT value FROM json_each(?))`;

/** Everything in here throws what SQLite throws. */
function openOn(database: DatabaseSync) {
  const write = createPostWriter(database);
  const count = database.prepare(
    `SELECT kind, count(*) AS n FROM journal_post p WHERE ${isSeen} GROUP BY kind`,
  );
  const marks = database.prepare(
    // Each by its index: together they would read every row.
    `SELECT (SELECT max(sequence) FROM journal_post) AS sequence,
       (SELECT max(turn) FROM journal_post WHERE turn IS NOT NULL) AS turn`,
  );
  const setting = database.prepare('SELECT value FROM journal_setting WHERE key = ?');
  const set = database.prepare(
    `INSERT INTO journal_setting VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  const byId = database.prepare(
    `SELECT ${postColumns} FROM ${postTables} WHERE p.id = ? AND p.kind <> 'unreadable' AND ${isSeen}`,
  );
  // By the turn's index: by that of the kind, all that waits would be sorted for each that is sent.
  const inTurn = database.prepare(
    `SELECT ${postColumns} FROM ${postTablesBy('INDEXED BY journal_post_by_turn')}
     WHERE p.turn IS NOT NULL AND p.kind IN ('waiting', 'deleting') AND ${without} AND ${isSeen}
     ORDER BY p.turn LIMIT 1`,
  );
  const underWay = database.prepare(
    `SELECT ${postColumns} FROM ${postTables} WHERE p.kind = 'sending' AND ${isSeen}`,
  );
  const pages = preparePages(database);
  const postsAfter = preparePostsAfter(database);
  const setAside = database.prepare(
    `UPDATE journal_post SET kind = 'unreadable', turn = NULL WHERE sequence = ?`,
  );
  const dropOld = ['journal_text', 'journal_accepted', 'journal_post'].map((table) =>
    database.prepare(
      `DELETE FROM ${table} WHERE sequence IN
         (SELECT sequence FROM journal_post
          WHERE kind = 'deleted' AND json_valid(state) AND state ->> 'at' < ?)`,
    ),
  );
  let synced: 'FULL' | 'NORMAL' = 'FULL';
  const arrivals = prepareArrivals(database, write, sync);
  let unreadable = kinds().get('unreadable') ?? 0;

  /** The band of an import, or one that holds nothing. */
  function unseen(): [from: number, to: number] {
    const { from, to } = arrivals.band ?? { from: 0, to: -1 };
    return [from, to];
  }

  function sync(level: 'FULL' | 'NORMAL'): void {
    if (level === synced) return;
    database.exec(`PRAGMA synchronous = ${level}`);
    synced = level;
  }

  function kinds(): Map<string, number> {
    return new Map(count.all(...unseen()).map(({ kind, n }) => [String(kind), Number(n)]));
  }

  /** What the rows say; those that make no sense stay in the database, and are not looked at again. */
  function readable<T>(rows: readonly Row[], read: (row: Row) => T | null): T[] {
    return rows.flatMap((row) => {
      const value = read(row);
      if (value !== null) return [value];
      attemptWrite(() => setAside.run(row['sequence'] ?? null));
      unreadable += 1;
      return [];
    });
  }

  return {
    unreadable: () => unreadable,

    summary(): JournalSummary {
      const found = kinds();
      const { sequence, turn } = marks.get() ?? {};
      const counts = { ...noPosts };
      for (const kind of postKinds) counts[kind] = found.get(kind) ?? 0;
      return {
        counts,
        lastSequence: Math.max(Number(sequence ?? 0), arrivals.band?.to ?? 0),
        lastTurn: Number(turn ?? 0),
        paused: setting.get('paused')?.['value'] === 1,
      };
    },

    get: (id: string) => readable(byId.all(id, ...unseen()), postOf)[0] ?? null,

    next(withoutIds: readonly string[]): JournalPost | null {
      const skipped = [...withoutIds];
      for (;;) {
        const row = inTurn.get(JSON.stringify(skipped), ...unseen());
        if (row === undefined) return null;
        const [post] = readable([row], postOf);
        if (post !== undefined) return post;
        skipped.push(String(row['id']));
      }
    },

    sending: () => readable(underWay.all(...unseen()), postOf),

    page(query: PageQuery, withoutIds: readonly string[]) {
      const rows = pages(query, JSON.stringify(withoutIds), arrivals.seen());
      const last = rows.length > query.limit ? rows[query.limit - 1] : undefined;
      return {
        posts: readable(rows.slice(0, query.limit), summaryOf),
        next: last === undefined ? null : Number(last['sequence']),
      };
    },

    after(sequence: number, length: number): JournalPost[] {
      for (let from = sequence; ;) {
        const rows = postsAfter(from, length, arrivals.seen());
        const last = rows.at(-1);
        const posts = readable(rows, postOf);
        // That none of these can be read says nothing of those behind them.
        if (last === undefined || posts.length > 0) return posts;
        from = Number(last['sequence']);
      }
    },

    save(posts: readonly JournalPost[], isForPerson: boolean): null {
      // Without the disk's own sync, a commit is as safe from the end of the app, but not from a power cut.
      sync(isForPerson ? 'FULL' : 'NORMAL');
      transact(database, () => posts.forEach((post) => write(post, isForPerson)));
      return null;
    },

    savePaused(paused: boolean): null {
      sync('FULL');
      set.run('paused', paused ? 1 : 0);
      return null;
    },

    clockRecord(): ClockRecord | null {
      const [since, last] = ['clock_since', 'clock_last'].map((key) => setting.get(key)?.['value']);
      return typeof since === 'number' && typeof last === 'number' ? { since, last } : null;
    },

    noteClock({ since, last }: ClockRecord): null {
      sync('NORMAL');
      transact(database, () => {
        set.run('clock_since', Math.round(since));
        set.run('clock_last', Math.round(last));
      });
      return null;
    },

    purge: (before: number): number =>
      transact(database, () => dropOld.map((drop) => Number(drop.run(before).changes)).at(-1) ?? 0),

    arrivals,
  };
}
