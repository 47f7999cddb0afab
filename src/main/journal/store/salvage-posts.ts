import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { SalvageKind } from '#platform/database/database.ts';
import {
  columnsOf,
  forEachReadableRow,
  skipRowOnConstraintError,
  isReadable,
} from '#platform/database/salvage.ts';
import { runTransaction } from '#platform/database/transact.ts';
import { blankPost } from '../rules.ts';
import { createPostWriter, postFromRow, postTables, type SqlRow } from './journal-rows.ts';

/**
 * Copies the readable posts of `from` into `to`; see `Layout.salvage`. If a post is in both, the version of a damaged
 * database is used, or the later version if `from` is an older database. A text whose post cannot be read becomes a
 * draft; a post whose text cannot be read is not changed in `to`, or is added as unreadable.
 */
export function salvagePosts(
  from: DatabaseSync,
  to: DatabaseSync,
  kind: SalvageKind,
  now: number,
): void {
  if (columnsOf(from, 'journal_post').length === 0) return;
  const write = createPostWriter(to);
  const selectOwn = to.prepare(
    `SELECT p.*, p.sequence AS row_number, t.title, t.body, a.title AS accepted_title, a.body AS accepted_body
     FROM ${postTables} WHERE p.id = ?`,
  );
  const selectSequence = to.prepare('SELECT 1 FROM journal_post WHERE sequence = ?');
  const addUnreadable = to.prepare(
    `INSERT INTO journal_post VALUES (?, ?, 1, 'unreadable', NULL, ?, ?, 0, 0, ?, NULL, ?, ?, ?)`,
  );

  function textIn(table: string, sequence: SQLOutputValue | undefined): SqlRow | null {
    let row: SqlRow | undefined;
    const isThere = isReadable(() => {
      const select = from.prepare(`SELECT title, body FROM ${table} WHERE sequence = ?`);
      row = select.get(sequence ?? null);
    });
    return isThere ? (row ?? {}) : null;
  }
  /** The post with its texts; null when the text cannot be read. An unreadable accepted text counts as unchanged. */
  function wholeRow(summary: SqlRow): SqlRow | null {
    const text = textIn('journal_text', summary['sequence']);
    if (text === null) return null;
    const { title = null, body = null } = text;
    const acceptedRow = textIn('journal_accepted', summary['sequence']) ?? {};
    const { title: accepted_title = null, body: accepted_body = null } = acceptedRow;
    return { ...summary, title, body, accepted_title, accepted_body };
  }

  function salvage(summary: SqlRow): void {
    if (summary['kind'] === 'staged') return;
    const ownRow = selectOwn.get(String(summary['id']));
    const isEarlier = Number(summary['changed_at']) <= Number(ownRow?.['changed_at']);
    if (kind === 'older' && ownRow !== undefined && isEarlier) return;
    const row = wholeRow(summary);
    if (ownRow !== undefined && isDeepStrictEqual(row, { ...ownRow })) return;
    const post = row === null ? null : postFromRow(row);
    if (post !== null) write(post, { withText: true, staged: false });
    else if (ownRow === undefined) {
      const { sequence, id, created_at, changed_at, state, title_start, body_start, photo } =
        summary;
      addUnreadable.run(
        sequence ?? null,
        id ?? null,
        created_at ?? null,
        changed_at ?? null,
        state ?? null,
        title_start ?? null,
        body_start ?? null,
        photo ?? null,
      );
    }
  }

  runTransaction(to, () => {
    const readSequences = new Set<number>();
    forEachReadableRow(from, 'journal_post', '*', (row) => {
      readSequences.add(Number(row['sequence']));
      skipRowOnConstraintError(() => salvage(row));
    });
    if (kind === 'older') return;
    forEachReadableRow(
      from,
      'journal_text',
      'sequence, title, body',
      ({ sequence, title, body }) => {
        const textSequence = Number(sequence);
        if (readSequences.has(textSequence) || selectSequence.get(textSequence) !== undefined)
          return;
        const draft = blankPost({ id: randomUUID(), sequence: textSequence, now });
        write(
          { ...draft, title: String(title), body: String(body) },
          { withText: true, staged: false },
        );
      },
    );
  });
}
