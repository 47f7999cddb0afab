import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportParts, reportText } from '#shared/report/report-parts.ts';
import type { Recorder } from '#platform/recorder/recorder.ts';

/** The name of the file in the folder of the log. */
const crashReportName = 'overhead-crash-report.json';

/**
 * Writes the recorded entries to a file after an uncaught error. Synchronous, because the process may be about to end.
 * Replaces the file of an earlier crash. Ignores write errors.
 *
 * @param now milliseconds since the Unix epoch
 */
export function writeCrashReport(folder: string, recorder: Pick<Recorder, 'record'>, now: number) {
  const path = join(folder, crashReportName);
  const report = {
    format: 'overhead-report',
    version: 1,
    madeAt: now,
    parts: { record: recorder.record() },
  };
  try {
    // The file is removed first, so that no link is followed and the new file gets the mode 600.
    rmSync(path, { force: true });
    writeFileSync(path, reportText(report, reportParts), { mode: 0o600, flag: 'wx' });
  } catch {
    // A failure is ignored: the error that caused the report is already in the log.
  }
}
