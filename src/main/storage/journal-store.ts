import type { DatabaseSync } from 'node:sqlite';
import { journalPostSchema } from '../../shared/journal.ts';
import type { JournalStore } from '../domain/journal/ports.ts';
import { attemptWrite } from './attempt.ts';

export function createJournalStore(database: DatabaseSync): JournalStore {
  // The order of writing: the clock, and so `created_at`, may have been set back between two posts.
  const select = database.prepare('SELECT json FROM post ORDER BY sequence DESC');
  const upsert = database.prepare(
    `INSERT INTO post (id, created_at, json) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET json = excluded.json`,
  );
  return {
    all: () => select.all().map((row) => journalPostSchema.parse(JSON.parse(String(row['json'])))),
    save: (post) => attemptWrite(() => upsert.run(post.id, post.createdAt, JSON.stringify(post))),
  };
}
