import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import {
  journalPostSchema,
  postSummarySchema,
  type JournalPost,
  type PostSummary,
} from '#shared/journal/journal.ts';
import { parseJson } from '#shared/json.ts';
import { bodyStart, titleStart } from '#shared/journal/post-text.ts';
import { receiptOf as receiptOfPost, type PassPostFields } from '../rules.ts';

export type SqlRow = Record<string, SQLOutputValue>;

interface WriteOptions {
  /**
   * False if the database already has the text. A missing text, as in a database that replaced another one, is written
   * in any case.
   */
  readonly withText: boolean;
  /** True for a staged post; see `JournalStore.stage`. */
  readonly staged: boolean;
}

/** Returns a function that writes one post; the caller has begun a transaction. */
export function createPostWriter(
  database: DatabaseSync,
): (post: JournalPost, options: WriteOptions) => void {
  // An existing row keeps its sequence, so that the order never changes.
  const upsert = database.prepare(`
    INSERT INTO journal_post VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      slot = excluded.slot, kind = excluded.kind, turn = excluded.turn,
      created_at = excluded.created_at, changed_at = excluded.changed_at, possibly_accepted = excluded.possibly_accepted, published = excluded.published,
      state = excluded.state, receipt = excluded.receipt,
      title_start = excluded.title_start, body_start = excluded.body_start, photo = excluded.photo
    RETURNING sequence`);
  const selectHolder = database.prepare('SELECT id FROM journal_post WHERE sequence = ?');
  const selectHighest = database.prepare('SELECT max(sequence) AS highest FROM journal_post');
  /** The sequence of a new post; the next free one if a salvaged post already has it. */
  const freeSequenceFor = ({ id, sequence }: JournalPost): number =>
    [undefined, id].includes(selectHolder.get(sequence)?.['id'] as string | undefined)
      ? sequence
      : Number(selectHighest.get()?.['highest']) + 1;
  const selectText = database.prepare('SELECT 1 FROM journal_text WHERE sequence = ?');
  const upsertText = prepareTextWrite(database, 'journal_text');
  const upsertAccepted = prepareTextWrite(database, 'journal_accepted');
  const dropAccepted = database.prepare('DELETE FROM journal_accepted WHERE sequence = ?');

  return (post, { withText, staged }) => {
    const { title, body, state, lastAccepted } = post;
    const writtenRow = upsert.get(
      freeSequenceFor(post),
      post.id,
      post.slot,
      staged ? 'staged' : state.kind,
      'turn' in state && !staged ? state.turn : null,
      post.createdAt,
      post.changedAt,
      post.possiblyAccepted ? 1 : 0,
      post.published ? 1 : 0,
      JSON.stringify(state),
      lastAccepted === null ? null : JSON.stringify(receiptOfPost(lastAccepted)),
      titleStart(post),
      bodyStart(post),
      post.photo,
    );
    const sequence = Number(writtenRow?.['sequence']);
    if (withText || selectText.get(sequence) === undefined) upsertText.run(sequence, title, body);
    if (lastAccepted === null || (lastAccepted.title === title && lastAccepted.body === body)) {
      dropAccepted.run(sequence);
    } else {
      upsertAccepted.run(sequence, lastAccepted.title, lastAccepted.body);
    }
  };
}

// An unchanged text is neither written nor indexed again.
const prepareTextWrite = (database: DatabaseSync, table: string) =>
  database.prepare(`
    INSERT INTO ${table} VALUES (?, ?, ?)
    ON CONFLICT (sequence) DO UPDATE SET title = excluded.title, body = excluded.body
    WHERE title IS NOT excluded.title OR body IS NOT excluded.body`);

export const summaryColumns = `
  p.sequence, p.id, p.slot, p.kind, p.created_at, p.changed_at, p.possibly_accepted, p.published, p.state, p.receipt,
  p.title_start, p.body_start, p.photo`;

export const postColumns = `
  ${summaryColumns}, t.title, t.body, a.title AS accepted_title, a.body AS accepted_body`;

/** Posts with all their texts; a missing text makes the row unreadable, not absent. */
export const postTablesWithIndex = (index: string): string => `journal_post p ${index}
  LEFT JOIN journal_text t ON t.sequence = p.sequence
  LEFT JOIN journal_accepted a ON a.sequence = p.sequence`;
export const postTables = postTablesWithIndex('');

/** Converts a row to a post; null if the row is malformed. */
export function postFromRow(row: SqlRow): JournalPost | null {
  const receipt = receiptFromRow(row);
  const { title, body, accepted_title, accepted_body } = row;
  const acceptedText = { title: accepted_title ?? title, body: accepted_body ?? body };
  const parseResult = journalPostSchema.safeParse({
    ...commonFieldsOf(row),
    title,
    body,
    lastAccepted: receipt === null ? null : { ...receipt, ...acceptedText },
  });
  return parseResult.success && parseResult.data.state.kind === row['kind']
    ? parseResult.data
    : null;
}

/** Converts a row to a post as listed; null if the row is malformed. */
export function postSummaryFromRow(row: SqlRow): PostSummary | null {
  const parseResult = postSummarySchema.safeParse({
    ...commonFieldsOf(row),
    titleStart: row['title_start'],
    bodyStart: row['body_start'],
    lastAccepted: receiptFromRow(row),
  });
  return parseResult.success && parseResult.data.state.kind === row['kind']
    ? parseResult.data
    : null;
}

/** The columns of `PassPostFields`. */
export const passColumns =
  'p.sequence, p.id, p.created_at, p.changed_at, p.title_start, p.body_start';

const passFieldsSchema = postSummarySchema.pick({
  id: true,
  createdAt: true,
  changedAt: true,
  titleStart: true,
  bodyStart: true,
});

/** Converts a row to the fields of a post about a pass; null if the row is malformed. */
export const passFieldsFromRow = (row: SqlRow): PassPostFields | null =>
  passFieldsSchema.safeParse({
    id: row['id'],
    createdAt: row['created_at'],
    changedAt: row['changed_at'],
    titleStart: row['title_start'],
    bodyStart: row['body_start'],
  }).data ?? null;

const commonFieldsOf = (row: SqlRow): object => ({
  id: row['id'],
  sequence: row['sequence'],
  slot: row['slot'],
  createdAt: row['created_at'],
  changedAt: row['changed_at'],
  possiblyAccepted: row['possibly_accepted'] === 1,
  published: row['published'] === 1,
  photo: row['photo'] ?? null,
  state: parseJson(String(row['state'])),
});

/**
 * Returns the object that the schema validates; null if the post has no receipt. A malformed value becomes an empty
 * object, which is invalid.
 */
function receiptFromRow(row: SqlRow): object | null {
  const { receipt } = row;
  if (receipt === null || receipt === undefined) return null;
  const receiptFields = parseJson(String(receipt));
  return typeof receiptFields === 'object' && receiptFields !== null ? receiptFields : {};
}
