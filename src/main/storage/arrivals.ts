import type { DatabaseSync } from 'node:sqlite';
import type { JournalPost } from '../../shared/journal.ts';
import { transact } from './transact.ts';

/**
 * Posts of an import, which come in portions and are seen all at once. Until then their kind is `arriving`: in no
 * list, in no count, not in the outbox. What an import leaves behind that did not come to its end stays unseen,
 * and is discarded by and by. Everything in here throws what SQLite throws.
 */
export interface Arrivals {
  /** Takes those whose ids are new, and gives back how many that were. */
  add(posts: readonly JournalPost[]): number;
  /** Makes all of them posts like any other; false, and nothing, when there are not as many as expected. */
  reveal(expected: number): boolean;
  /** Removes at most `limit` of them, and gives back how many that were. */
  discard(limit: number): number;
}

export function prepareArrivals(
  database: DatabaseSync,
  write: (post: JournalPost, withText: boolean) => void,
  sync: (level: 'FULL' | 'NORMAL') => void,
): Arrivals {
  const isKnown = database.prepare('SELECT 1 FROM journal_post WHERE id = ?');
  const hide = database.prepare(
    `UPDATE journal_post SET kind = 'arriving', turn = NULL WHERE id = ?`,
  );
  const count = database.prepare(`SELECT count(*) AS n FROM journal_post WHERE kind = 'arriving'`);
  const show = database.prepare(
    `UPDATE journal_post SET kind = state ->> 'kind', turn = state ->> 'turn'
     WHERE kind = 'arriving'`,
  );
  const drop = ['journal_text', 'journal_accepted', 'journal_post'].map((table) =>
    database.prepare(
      `DELETE FROM ${table} WHERE sequence IN
         (SELECT sequence FROM journal_post WHERE kind = 'arriving' ORDER BY sequence LIMIT ?)`,
    ),
  );

  return {
    add(posts) {
      // The commit that makes them seen is the one that waits for the disk, and for all before it.
      sync('NORMAL');
      return transact(database, () => {
        let added = 0;
        for (const post of posts) {
          if (isKnown.get(post.id) !== undefined) continue;
          write(post, true);
          hide.run(post.id);
          added += 1;
        }
        return added;
      });
    },

    reveal(expected) {
      sync('FULL');
      return transact(database, () => {
        if (Number(count.get()?.['n']) !== expected) return false;
        show.run();
        return true;
      });
    },

    discard: (limit) =>
      transact(database, () => drop.map((some) => Number(some.run(limit).changes)).at(-1) ?? 0),
  };
}
