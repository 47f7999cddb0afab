import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomicSync } from '#platform/files/atomic.ts';
import { attemptStorage, isMissingFileError, systemCodeOf } from '#platform/files/attempt.ts';
import { putAside } from '#platform/files/quarantine.ts';
import { parseJson } from '#shared/json.ts';
import { breachSchema, type LedgerBreach } from '#shared/station/ledger.ts';

const noteSchema = z.object({
  /** Number and hash of the newest entry. */
  length: z.int().positive(),
  hash: z.string(),
  /**
   * The first mismatch that was found between this note and the ledger. It is stored, because later entries continue
   * the changed ledger.
   */
  breach: breachSchema.nullable(),
});
export type AnchorNote = z.infer<typeof noteSchema>;

const fileSchema = z.object({ version: z.literal(1), ledgers: z.record(z.string(), noteSchema) });

/**
 * For each origin, a note of the newest entry of its ledger, kept outside the database. The hashes in the ledger alone
 * reveal neither that the end of the ledger was cut off nor that the whole ledger was rewritten.
 */
export type LedgerAnchor = ReturnType<typeof createLedgerAnchor>;

/**
 * Keeps the notes in the file `path`. A file that is damaged, or that a later version of the app wrote, is renamed.
 * Nothing is written while the file cannot be read.
 *
 * @param now milliseconds since the Unix epoch
 */
export function createLedgerAnchor(path: string, now: () => number = Date.now) {
  let ledgers: Readonly<Record<string, AnchorNote>> | null = null;

  /** All notes; null: the file cannot be read, or is damaged and cannot be renamed. */
  function readNotes(): Readonly<Record<string, AnchorNote>> | null {
    if (ledgers !== null) return ledgers;
    try {
      const file = fileSchema.safeParse(parseJson(readFileSync(path, 'utf8'))).data;
      if (file === undefined) putAside(path, now());
      ledgers = file?.ledgers ?? {};
    } catch (error) {
      if (systemCodeOf(error) === null) throw error;
      if (isMissingFileError(error)) ledgers = {};
    }
    return ledgers;
  }

  return {
    /** The note of a ledger; null: there is none yet, or the file cannot be read. */
    read: (origin: string) => readNotes()?.[origin] ?? null,

    /** Writes the note of a ledger. If the disk refuses the note, the next call writes it, too. */
    write(origin: string, note: AnchorNote) {
      const notes = readNotes();
      if (notes === null) return;
      ledgers = { ...notes, [origin]: note };
      const text = JSON.stringify({ version: 1, ledgers });
      attemptStorage(() => writeFileAtomicSync(path, `${text}\n`, { mode: 0o600 }));
    },
  };
}

/** The first difference between the ledger and the notes of its end, found now or earlier; null if there is none. */
export function ledgerBreachOf(
  note: AnchorNote | null,
  ledger: {
    last(): { readonly number: number };
    /** The hash of an entry; null if there is no entry of that number. */
    hashAt(number: number): string | null;
  },
): LedgerBreach | null {
  if (note === null) return null;
  if (note.breach !== null) return note.breach;
  const { number } = ledger.last();
  if (number < note.length) return { kind: 'cut', from: number + 1, to: note.length };
  const isSame = ledger.hashAt(note.length) === note.hash;
  return isSame ? null : { kind: 'rewritten', from: note.length, to: note.length };
}
