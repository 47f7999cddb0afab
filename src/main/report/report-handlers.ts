import type { Handlers } from '#shared/contract.ts';
import { fail, ok } from '#shared/failure.ts';
import { reportParts, reportText } from '#shared/report/report-parts.ts';
import type { Report } from '#shared/report/report-schema.ts';
import type { RecordedStep } from '#shared/report/flight-record.ts';
import { exportText, transferFiles } from '#platform/files/transfer-files.ts';
import { chooseReportFile } from '#platform/windows/file-chooser.ts';
import type { TrayCommand } from '#tray/index.ts';
import { makeReport, type ReportSources } from './make-report.ts';
import { stepOfCommand, stepOfOption, stepOfTray } from './recorded-steps.ts';

/** The commands of the report dialog, the answer to `--report`, and the record of the user's steps. */
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
  const record = (step: RecordedStep | null): void => {
    if (step !== null) sources.recorder.add({ kind: 'step', step });
  };
  /** The ids of the posts, in the order in which commands first named them. */
  const posts: string[] = [];
  function numberOf(id: string): number {
    if (!posts.includes(id)) posts.push(id);
    return posts.indexOf(id);
  }
  return {
    handlers,

    /**
     * Records a command of the window.
     *
     * @param answer the value of the command's result; undefined: the command failed
     */
    noteCommand: (channel: string, input: unknown, answer: unknown) =>
      record(stepOfCommand(channel, input, numberOf, answer)),

    noteTray: (command: TrayCommand) => record(stepOfTray(command)),

    /** @param name an option of the command line */
    noteOption: (name: string) => record(stepOfOption(name)),

    /** The text of a report with all parts, as it is written to a file. */
    text: () => reportText(makeReport(sources), reportParts),
  };
}
