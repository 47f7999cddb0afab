// `npm run doctor`: lists which parts the app needs are present or missing on this machine, and how to install the
// missing ones.
import { readFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { root } from '../setup/paths.ts';

const usage = `Usage: npm run doctor
  Says what this machine has and lacks for the app, each with the cure. Changes nothing and downloads nothing.
  --help   print this

Exit code: 0 when the app can run here, 1 when something that it needs is missing, 2 for a wrong command line.`;

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
await runCommand({ name: 'doctor', usage }, async () => {
  const { examineMachine, findingsText } = await import('./examine.ts');
  console.log(`Overhead ${version} on ${type()} ${release()} (${arch()})\n`);
  process.stderr.write('Looking at this machine, up to ten seconds …\n');
  const findings = await examineMachine(interruptionSignal());
  console.log(findingsText(findings));
  return findings.some(({ state }) => state === 'missing') ? 1 : 0;
});
// An open connection to the bus would keep the process running.
process.stdout.write('', () => process.exit());
