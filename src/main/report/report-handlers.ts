import { m } from '#words';
import type { Handlers } from '#shared/contract.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { reportParts, reportText } from '#shared/report/report-parts.ts';
import type { Report } from '#shared/report/report-schema.ts';
import { exportText, type TransferFiles } from '#platform/files/transfer-files.ts';
import { promptMs, type FileRow } from '#runtime/command-row.ts';
import { makeReport, type ReportSources } from './make-report.ts';

/** The option of the command line that writes a report. */
export const reportRows = {
  report: {
    usage: '--report FILE',
    help: () => m.command_help_report(),
    answerMs: promptMs,
    words: (file) => m.command_report_saved({ file }),
  },
} as const satisfies Record<string, FileRow>;

/** The commands of the report dialog, and the answer to `--report`. */
export function createReports(
  sources: ReportSources,
  files: Pick<TransferFiles, 'write'>,
  choose: () => Promise<Result<string | null>>,
) {
  /** The last report that a window showed, so that exactly this report is saved. */
  let shown: Report | null = null;
  const handlers: Handlers['report'] = {
    make() {
      shown = makeReport(sources);
      return ok(shown);
    },
    save({ madeAt, parts }) {
      if (shown?.madeAt !== madeAt) return fail({ kind: 'superseded' });
      return exportText(reportText(shown, parts), files, choose);
    },
  };
  return {
    handlers,
    /** The text of a report file. */
    text: () => reportText(makeReport(sources), reportParts),
  };
}
