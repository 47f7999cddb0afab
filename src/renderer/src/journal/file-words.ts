import { m } from '#words';
import { joinSentences } from '#shared/words.ts';
import type { ExportReport, ImportReport } from '#shared/journal/transfer.ts';

/** The result of an export or import, in whole sentences. */

export const exportInWords = ({ posts, path }: ExportReport): string =>
  m.journal_exported({ count: posts, path });

export function importInWords(report: ImportReport): string {
  if (report.kind === 'rejected') return rejectedInWords(report);
  const { added, known } = report;
  if (added + known === 0) return m.journal_import_empty();
  if (added === 0) return m.journal_imported_nothing_new({ count: known });
  const importedWords = m.journal_imported({ count: added });
  return known === 0
    ? importedWords
    : joinSentences([importedWords, m.journal_imported_known({ count: known })]);
}

function rejectedInWords({
  line,
  reason,
  field,
}: Extract<ImportReport, { kind: 'rejected' }>): string {
  switch (reason) {
    case 'not-a-post':
      return m.journal_rejected_not_a_post({ line });
    case 'wrong-field':
      return m.journal_rejected_wrong_field({ line, field: field ?? '' });
    case 'too-long':
      return m.journal_rejected_too_long({ line });
    case 'open-comment':
      return m.journal_rejected_open_comment({ line });
    case 'outside-a-post':
      return m.journal_rejected_outside({ line });
    case 'not-text':
      return m.journal_rejected_not_text();
  }
}
