// `npm run electron [-- PROGRAM]`: checks the rules of Electron on which the app relies.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { arch, release, tmpdir, type } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { ensureBuilt } from '../setup/build.ts';
import { runCommand, UsageError } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { runFolder } from '../setup/paths.ts';
import { chooseRuntime, describeRuntime } from '../setup/runtime.ts';
import { describeDisplay, openDisplay } from '../start/display.ts';
import type { Outcome, Rule } from '#stand-in/rules/rule.ts';
import { askPerson } from './ask-person.ts';

const printLine = (line: string): void => void process.stderr.write(`${line}\n`);

await runCommand(
  {
    name: 'electron',
    usage: `Usage: npm run electron [-- [OPTIONS] [PROGRAM]]
Checks the rules of Electron that this project relies on, one line each. “ok”: seen. “differs”: please report it. “ask”:
look yourself, because no program can, or because this machine cannot show it. Starts the app with data of its own and
simulated services; the wallpaper is changed for some seconds and restored. Ends with 1 if something differs.
  PROGRAM        a packaged app; without it the built app is checked, on the stand-in where Electron cannot be had
  --electron     fail where Electron does not start, in place of using the stand-in
  --ask          then ask you what only a person can see, and put your answers into the file
  --only TEXT    check only the rules whose module or title contains TEXT
  --output FILE  where the JSON to send in goes (.run/electron.json)
  --help         print this`,
    options: {
      electron: { type: 'boolean', default: false },
      ask: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      output: { type: 'string', default: join(runFolder, 'electron.json') },
    },
    allowPositionals: true,
  },
  async ({ values, positionals: [given, ...more] }) => {
    if (more.length > 0) throw new UsageError('name one program');
    const { checkRules, lineOf } = await import('./check-rules.ts');
    const program = given === undefined ? null : resolve(given);
    const signal = interruptionSignal();
    await ensureBuilt({ log: printLine, signal });
    const runtime = await chooseRuntime({ log: printLine, signal, insist: values.electron });
    printLine(describeRuntime(runtime));
    const display = await openDisplay({ signal, log: printLine, needs: ['desktop', 'browser'] });
    printLine(describeDisplay(display));
    const scratch = mkdtempSync(join(tmpdir(), 'overhead-electron-'));
    try {
      const seen: { rule: Rule; outcome: Outcome }[] = [];
      await checkRules(
        ({ module, title }) => `${module}: ${title}`.includes(values.only),
        { runtime, display, program, scratch, signal },
        (rule, outcome) => {
          console.log(lineOf(rule, outcome));
          seen.push({ rule, outcome });
        },
      );
      const output = resolve(values.output);
      const { XDG_CURRENT_DESKTOP: desktop = '', XDG_SESSION_TYPE: session = '' } = display.env;
      /** Writes the report. The versions and the desktop are its only personal data. */
      const write = (outcomes: readonly { readonly rule: Rule; readonly outcome: Outcome }[]) => {
        const machine = {
          date: new Date().toISOString(),
          system: `${type()} ${release()} ${arch()}`,
          desktop: `${desktop} ${session}`.trim(),
          display: describeDisplay(display),
          runtime: describeRuntime(runtime),
          program: program === null ? 'built' : 'packaged',
        };
        const rules = outcomes.map(({ rule: { module, title }, outcome }) => ({
          module,
          title,
          ...outcome,
        }));
        mkdirSync(dirname(output), { recursive: true });
        writeFileSync(output, `${JSON.stringify({ machine, rules }, null, 2)}\n`);
      };
      // Also before the questions, which take ten minutes.
      write(seen);
      const outcomes = values.ask
        ? await askPerson(seen, process.stdin, process.stderr, signal)
        : seen;
      write(outcomes);
      const differences = outcomes.filter(({ outcome }) => outcome.result === 'differs').length;
      printLine(
        `${outcomes.length} rules, ${differences} differ; to send in: ${relative(process.cwd(), output)}`,
      );
      return differences === 0 ? 0 : 1;
    } finally {
      await display.stop();
      await rm(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
    }
  },
);
