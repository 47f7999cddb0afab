import type { Handlers } from '#shared/contract.ts';
import { fail, ok } from '#shared/failure.ts';
import { reportParts, reportText } from '#shared/report/report-parts.ts';
import type { Report } from '#shared/report/report-schema.ts';
import { exportText, transferFiles } from '#platform/files/transfer-files.ts';
import { chooseReportFile } from '#platform/windows/file-chooser.ts';
import { makeReport, type ReportSources } from './make-report.ts';

/** The commands of the report dialog, and the answer to `--report`. */
export function createReports(sources: ReportSources) {
  /** The report that the window shows. It is kept, so that the saved report has the same content. */
  let shownReport: Report | null = null;
  const handlers: Handlers['report'] = {
    make() {
      shownReport = makeReport(sources);
      return ok(shownReport);
    },
    save({ madeAt, parts }) {
      if (shownReport?.madeAt !== madeAt) return fail({ kind: 'superseded' });
      return exportText(reportText(shownReport, parts), transferFiles, chooseReportFile);
    },
  };
  return {
    handlers,

    /** The text of a report with all parts, as it is written to a file. */
    text: () => reportText(makeReport(sources), reportParts),
  };
}
