// `npm run --silent report`: reads a report of a problem.
import { reportParts, reportText } from '#shared/report/report-parts.ts';
import { runCommand, UsageError } from '../setup/command.ts';
import { harOf } from './har.ts';
import { readReport, UnreadableReport } from './read.ts';

const usage = `Usage: npm run --silent report -- NAME REPORT, where NAME is one of
  show    prints the report; characters that a terminal would interpret are escaped
  har     prints its requests as an HTTP Archive 1.2, for the network view of a browser
To repeat its day: npm run faults -- world --replay REPORT`;

const warnUser = (line: string): void => void process.stderr.write(`report: ${line}\n`);
const actions = {
  show: (path: string) => reportText(readReport(path, warnUser), reportParts),
  har: (path: string) => `${JSON.stringify(harOf(readReport(path, warnUser)), null, 2)}\n`,
};

await runCommand({ name: 'report', usage, allowPositionals: true }, ({ positionals }) => {
  const [name = '', path, ...more] = positionals;
  if (!Object.hasOwn(actions, name)) throw new UsageError(`there is no '${name}'`);
  if (path === undefined || more.length > 0) throw new UsageError('give one report');
  try {
    process.stdout.write(actions[name as keyof typeof actions](path));
    return 0;
  } catch (error) {
    if (!(error instanceof UnreadableReport)) throw error;
    warnUser(error.message);
    return 2;
  }
});
