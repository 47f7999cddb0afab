// `npm run selfcheck [-- PROGRAM]`: checks the parts of Electron that the app needs on this machine, in 22 lines.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { arch, release, tmpdir, type } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { ensureBuilt } from '../setup/build.ts';
import { runCommand, UsageError } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { root, runFolder } from '../setup/paths.ts';
import { chooseRuntime, describeRuntime, type Runtime } from '../setup/runtime.ts';
import { describeDisplay, openDisplay } from '../start/display.ts';
import { checkApp } from './app-points.ts';
import { checkPackage } from './package.ts';
import { askFinding, exitCode, findingLines, reportText, type Finding } from './points.ts';
import { runProbe } from './probe.ts';

const printLine = (line: string): void => void process.stderr.write(`${line}\n`);

interface Options {
  /** The path of a packaged app; null: the built app is checked. */
  readonly program: string | null;
  readonly insist: boolean;
  readonly output: string;
}

async function selfcheck({ program, insist, output }: Options): Promise<number> {
  const signal = interruptionSignal();
  await ensureBuilt({ log: printLine, signal });
  const runtime = await chooseRuntime({ log: printLine, signal, insist });
  printLine(describeRuntime(runtime));
  const display = await openDisplay({ signal, log: printLine, needs: ['desktop', 'browser'] });
  printLine(describeDisplay(display));
  const scratch = mkdtempSync(join(tmpdir(), 'overhead-selfcheck-'));
  try {
    printLine('the probe …');
    const inside = await runProbe({ runtime, display, scratch, signal });
    printLine('the app …');
    const app: Runtime =
      program === null
        ? runtime
        : { kind: 'electron', command: program, args: [], version: 'packaged' };
    const appDir = program === null ? root : null;
    const outside = await checkApp({ runtime: app, appDir, display, scratch, signal });
    // For point 10 (the end of the app), the probe returns a finding only if the result differs.
    const findings = new Map<number, Finding>([
      ...outside,
      ...inside,
      [14, askFinding('export the journal and choose a file')],
      [16, askFinding('click a link in Today')],
      [20, await checkPackage(program, signal)],
    ]);
    const { XDG_CURRENT_DESKTOP: desktop = '', XDG_SESSION_TYPE: session = '' } = display.env;
    const machine = {
      date: new Date().toISOString(),
      system: `${type()} ${release()} ${arch()}`,
      desktop: `${desktop} ${session}`.trim(),
      display: describeDisplay(display),
      runtime: describeRuntime(runtime),
      program: program === null ? 'built' : 'packaged',
    };
    console.log(findingLines(findings).join('\n'));
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, reportText(findings, machine));
    printLine(`to send in: ${relative(process.cwd(), output)}`);
    return exitCode(findings);
  } finally {
    await display.stop();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

await runCommand(
  {
    name: 'selfcheck',
    usage: `Usage: npm run selfcheck [-- [OPTIONS] [PROGRAM]]
Checks on this machine what the app needs of Electron: 22 points, one line each. “ok”: seen. “differs”: please report it.
“ask”: look yourself, or this machine cannot show it. Starts the app with data of its own and simulated services; the
wallpaper is changed for some seconds and restored. Ends with 1 if something differs.
  PROGRAM        a packaged app; without it the built app is checked, on the stand-in where Electron cannot be had
  --electron     fail where Electron does not start, in place of using the stand-in
  --output FILE  where the JSON to send in goes (.run/selfcheck.json)
  --help         print this`,
    options: {
      electron: { type: 'boolean', default: false },
      output: { type: 'string', default: join(runFolder, 'selfcheck.json') },
    },
    allowPositionals: true,
  },
  ({ values, positionals: [program, ...more] }) => {
    if (more.length > 0) throw new UsageError('name one program');
    return selfcheck({
      program: program === undefined ? null : resolve(program),
      insist: values.electron,
      output: resolve(values.output),
    });
  },
);
