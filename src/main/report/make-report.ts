import { m } from '#words';
import type { Report } from '#shared/report/report-schema.ts';
import type { AppState } from '#shared/state.ts';
import type { SystemFacts } from '#shared/app.ts';
import type { Display } from '#platform/windows/display.ts';
import { promptAnswerMs, type FileRow } from '#runtime/command-row.ts';
import { checksPart } from './store/checks-part.ts';
import { factsPart } from './store/facts-part.ts';
import { logPart } from './log-part.ts';
import { settingsPart } from './settings-part.ts';

/** The option of the command line that writes a report. */
export const reportRows = {
  report: {
    usage: '--report FILE',
    help: () => m.command_help_report(),
    answerMs: promptAnswerMs,
    words: (file) => m.command_report_saved({ file }),
  },
} as const satisfies Record<string, FileRow>;

/** The data and functions that the parts of a report are made from. */
interface ReportSources {
  /** Returns the present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly state: () => AppState;
  readonly logLines: () => readonly string[];
  readonly packaged: boolean;
  readonly crashes: () => SystemFacts['crashes'];
  /** The folder of the app's data. */
  readonly data: string;
  readonly databaseFailure: () => string | null;
  readonly isTrayShown: () => boolean;
  readonly displays: () => readonly Display[];
}

export function makeReport(sources: ReportSources): Report {
  const state = sources.state();
  return {
    format: 'overhead-report',
    version: 1,
    madeAt: sources.now(),
    parts: {
      facts: factsPart(state, { packaged: sources.packaged, crashes: sources.crashes() }),
      checks: checksPart({
        state,
        data: sources.data,
        databaseFailure: sources.databaseFailure(),
        isTrayShown: sources.isTrayShown(),
        displays: sources.displays(),
      }),
      settings: settingsPart(state.settings),
      log: logPart(sources.logLines()),
    },
  };
}
