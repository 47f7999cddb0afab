import type { DatabaseSync } from 'node:sqlite';
import type { JournalPost } from '#shared/journal/journal.ts';
import type { Band } from '../ports.ts';
import { transact } from '#platform/database/transact.ts';

/** Sequences between two others, neither of them included. */
export interface Range {
  readonly above: number;
  readonly below: number;
}

/**
 * Posts of an import, which come in portions and are seen all at once. Their sequences lie in a band that is
 * written down before the first of them; what lies in it is in no list, in no count, not in the outbox. To reveal
 * them is to forget the band: one row, however many posts. What an import leaves behind that did not come to its
 * end stays unseen, and is discarded by and by. Everything in here throws what SQLite throws.
 */
export interface Arrivals {
  /** Null when no import is under way. */
  readonly band: Band | null;
  /** Where the posts are that are seen, in order. */
  seen(): readonly Range[];
  expect(band: Band): void;
  /** Takes those whose ids are new, and gives back how many that were; null when none are expected. */
  add(posts: readonly JournalPost[]): number | null;
  /** Makes all of them posts like any other; false when none are expected. */
  reveal(): boolean;
  /** Removes at most `limit` of them, and gives back how many that were. */
  discard(limit: number): number;
}

const everything: Range = { above: -1, below: Number.MAX_SAFE_INTEGER };

export function prepareArrivals(
  database: DatabaseSync,
  write: (post: JournalPost, withText: boolean) => void,
  sync: (level: 'FULL' | 'NORMAL') => void,
): Arrivals {
  const setting = database.prepare('SELECT value FROM journal_setting WHERE key = ?');
  const set = database.prepare(
    `INSERT INTO journal_setting VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  const unset = database.prepare(
    `DELETE FROM journal_setting WHERE key IN ('arriving_from', 'arriving_to')`,
  );
  const isKnown = database.prepare('SELECT 1 FROM journal_post WHERE id = ?');
  const drop = ['journal_text', 'journal_accepted', 'journal_post'].map((table) =>
    database.prepare(
      `DELETE FROM ${table} WHERE sequence IN
         (SELECT sequence FROM journal_post WHERE sequence BETWEEN ? AND ? ORDER BY sequence LIMIT ?)`,
    ),
  );
  const numberOf = (key: string): number => Number(setting.get(key)?.['value'] ?? 0);
  let band: Band | null = { from: numberOf('arriving_from'), to: numberOf('arriving_to') };
  if (band.from === 0) band = null;

  return {
    get band() {
      return band;
    },

    seen() {
      if (band === null) return [everything];
      return [
        { ...everything, below: band.from },
        { ...everything, above: band.to },
      ];
    },

    expect(next) {
      sync('NORMAL');
      transact(database, () => {
        set.run('arriving_from', next.from);
        set.run('arriving_to', next.to);
      });
      band = next;
    },

    add(posts) {
      if (band === null) return null;
      // The commit that makes them seen is the one that waits for the disk, and for all before it.
      sync('NORMAL');
      return transact(database, () => {
        let added = 0;
        for (const post of posts) {
          if (isKnown.get(post.id) !== undefined) continue;
          write(post, true);
          added += 1;
        }
        return added;
      });
    },

    reveal() {
      if (band === null) return false;
      sync('FULL');
      transact(database, () => unset.run());
      band = null;
      return true;
    },

    discard(limit) {
      if (band === null) return 0;
      const { from, to } = band;
      const dropped = transact(database, () => {
        const rows = drop.map((some) => Number(some.run(from, to, limit).changes)).at(-1) ?? 0;
        if (rows < limit) unset.run();
        return rows;
      });
      if (dropped < limit) band = null;
      return dropped;
    },
  };
}
