import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { failureSchema } from '#shared/failure.ts';
import type { JournalPost, PostState } from '#shared/journal/journal.ts';
import { parseJson } from '#shared/json.ts';
import { slotOf } from '../states.ts';
import { createPostWriter } from './journal-rows.ts';

/**
 * What lists and the outbox need stands in narrow rows, the texts beside them: a change of state rewrites no
 * text, and a page reads none. `kind` and `turn` repeat what `state` says, for the indexes; the kind
 * `unreadable` marks a row that was set aside as it is.
 */
const tables = `
  CREATE TABLE journal_post (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    slot INTEGER NOT NULL,
    kind TEXT NOT NULL,
    turn INTEGER,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    unsure INTEGER NOT NULL,
    published INTEGER NOT NULL,
    state TEXT NOT NULL,
    receipt TEXT,
    title_start TEXT NOT NULL,
    body_start TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journal_post_by_kind ON journal_post (kind, sequence);
  CREATE INDEX journal_post_by_turn ON journal_post (turn) WHERE turn IS NOT NULL;

  CREATE TABLE journal_text (
    sequence INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  -- What the service took last, where it is not the text of today.
  CREATE TABLE journal_accepted (
    sequence INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE journal_setting (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;

  CREATE VIRTUAL TABLE journal_search USING fts5 (
    title, body, content = 'journal_text', content_rowid = 'sequence', columnsize = 0,
    prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER journal_text_added AFTER INSERT ON journal_text BEGIN
    INSERT INTO journal_search (rowid, title, body) VALUES (new.sequence, new.title, new.body);
  END;
  CREATE TRIGGER journal_text_removed AFTER DELETE ON journal_text BEGIN
    INSERT INTO journal_search (journal_search, rowid, title, body)
      VALUES ('delete', old.sequence, old.title, old.body);
  END;
  CREATE TRIGGER journal_text_changed AFTER UPDATE ON journal_text BEGIN
    INSERT INTO journal_search (journal_search, rowid, title, body)
      VALUES ('delete', old.sequence, old.title, old.body);
    INSERT INTO journal_search (rowid, title, body) VALUES (new.sequence, new.title, new.body);
  END;`;

const attempts = z.number().int();
const oldPost = z.object({
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  createdAt: z.number(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('waiting'), attempts, lastFailure: failureSchema.nullable() }),
    z.object({ kind: z.literal('sending'), attempts }),
    z.object({
      kind: z.literal('accepted'),
      at: z.number(),
      status: z.number().int(),
      serviceId: z.number().int().nullable(),
    }),
    z.object({ kind: z.literal('refused'), at: z.number(), failure: failureSchema }),
  ]),
});

/** Version 1 to 2: the posts move from one JSON a row to tables of their own. What is no post is kept aside. */
export function journalInTables(database: DatabaseSync): void {
  database.exec(tables);
  const write = createPostWriter(database);
  const keep = database.prepare(
    `INSERT INTO journal_post VALUES (?, ?, 1, 'unreadable', NULL, ?, ?, 0, 0, ?, NULL, '', '')`,
  );
  for (const row of database.prepare('SELECT * FROM post ORDER BY sequence').all()) {
    const { sequence = 0, id = '', created_at = 0, json = '' } = row;
    const old = oldPost.safeParse(parseJson(String(json)));
    if (old.success) write(upgraded(old.data, Number(sequence)), true);
    else keep.run(sequence, id, created_at, created_at, json);
  }
  database.exec('DROP TABLE post');
}

function upgraded(old: z.infer<typeof oldPost>, sequence: number): JournalPost {
  const { id, title, body, createdAt, state } = old;
  const receipt = state.kind === 'accepted' ? state : null;
  return {
    id,
    sequence,
    slot: slotOf(sequence),
    title,
    body,
    createdAt,
    changedAt: createdAt,
    unsure: false,
    published: true,
    lastAccepted:
      receipt === null
        ? null
        : {
            operation: 'create',
            at: receipt.at,
            status: receipt.status,
            serviceId: receipt.serviceId,
            title,
            body,
          },
    state: upgradedState(state, sequence),
  };
}

function upgradedState(state: z.infer<typeof oldPost>['state'], turn: number): PostState {
  switch (state.kind) {
    case 'waiting':
      return { ...state, turn };
    case 'sending':
      return { ...state, operation: 'create', turn, then: 'rest', remove: false };
    case 'accepted':
      return { kind: 'accepted' };
    case 'refused':
      return { ...state, operation: 'create' };
  }
}
