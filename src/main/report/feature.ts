import { app } from 'electron';
import { fail, ok } from '#shared/failure.ts';
import { reportParts, reportText } from '#shared/report/report-parts.ts';
import type { Report } from '#shared/report/report-schema.ts';
import type { FeatureContext, RunningFeature } from '#platform/feature.ts';
import { exportText, transferFiles } from '#platform/files/transfer-files.ts';
import { readDisplays } from '#platform/windows/displays.ts';
import { chooseReportFile } from '#platform/windows/file-chooser.ts';
import { makeReport } from './make-report.ts';
import { logStateChanges } from './state-log.ts';

/** Starts the log of problems, and makes reports for the window and the command line. */
export function startReportFeature(context: FeatureContext, isTrayShown: () => boolean) {
  const { clock, database, facts, log, logLines, paths, state } = context;
  context.onEnd(logStateChanges(state, log));
  const make = (): Report =>
    makeReport({
      now: () => clock.now(),
      state: () => state.current,
      logLines,
      packaged: app.isPackaged,
      crashes: () => facts().crashes,
      data: paths.data,
      databaseFailure: () => database.failure()?.code ?? null,
      isTrayShown,
      displays: readDisplays,
    });
  /** The report that the window shows. It is kept, so that the saved report has the same content. */
  let shownReport: Report | null = null;
  return {
    handlers: {
      report: {
        make() {
          shownReport = make();
          return ok(shownReport);
        },
        save({ madeAt, parts }) {
          if (shownReport?.madeAt !== madeAt) return fail({ kind: 'superseded' });
          return exportText(reportText(shownReport, parts), transferFiles, chooseReportFile);
        },
      },
    },

    /** The texts of the files that the command line writes: a report with all parts. */
    files: { report: () => reportText(make(), reportParts) },
  } satisfies RunningFeature & Record<string, unknown>;
}
