// `npm run desktops -- kde gnome …`: checks the main features of the app on real desktops, with screenshots.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../setup/build.ts';
import { runCommand, UsageError } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { runFolder } from '../setup/paths.ts';
import { RefusalError, runCommandLine } from '../setup/process.ts';
import { chooseRuntime, describeRuntime } from '../setup/runtime.ts';
import { swayCommands } from '#stand-in/desktop/sway.ts';
import { missingCommands } from '#stand-in/system/packages.ts';
import { checkDesktop, outcomeTable, type Outcome } from './check.ts';
import { commonPackages, profiles, type Profile } from './profiles.ts';

const printLine = (line: string): void => void process.stderr.write(`${line}\n`);

const missingPrograms = ({ parts, compositor }: Profile): string[] =>
  missingCommands(
    [
      'gdbus',
      ...(compositor === 'sway' ? swayCommands : ['Xvnc', 'import']),
      ...parts.map(({ command }) => command),
    ].filter((name) => !name.startsWith('/')),
  );

async function checkDesktops(names: readonly string[], install: boolean): Promise<number> {
  const signal = interruptionSignal();
  const chosen = names.map((name) => {
    const profile = profiles[name];
    if (profile === undefined) throw new UsageError(`there is no profile “${name}”`);
    return { name, profile };
  });
  await ensureBuilt({ log: printLine, signal });
  const runtime = await chooseRuntime({ log: printLine, signal });
  printLine(describeRuntime(runtime));
  const outcomes: Outcome[] = [];
  for (const { name, profile } of chosen) {
    signal.throwIfAborted();
    if (install && missingPrograms(profile).length > 0) {
      const packages = [...commonPackages, ...profile.packages];
      printLine(`installing ${packages.join(' ')}`);
      const args = ['install', '-y', '--no-install-recommends', ...packages];
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const { code, output } = await runCommandLine('apt-get', args, { env, signal });
      if (code !== 0)
        throw new RefusalError(`apt-get ended with ${code}:\n${output.slice(-2_000)}`);
    }
    const missing = missingPrograms(profile);
    const folder = join(runFolder, 'desktops', name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    printLine(`${name} …`);
    const outcome: Outcome =
      missing.length > 0
        ? { name, marks: null, reason: `not installed: ${missing.join(', ')}` }
        : await checkDesktop(profile, runtime, folder, signal).then(
            (marks) => ({ name, marks, reason: '' }),
            (error: unknown) => ({ name, marks: null, reason: (error as Error).message }),
          );
    outcomes.push(outcome);
  }
  const text = outcomeTable(outcomes);
  writeFileSync(join(runFolder, 'desktops', 'table.md'), `${text}\n`);
  console.log(text);
  const isGood = outcomes.every(
    ({ marks }) => marks !== null && !Object.values(marks).includes('no'),
  );
  return isGood ? 0 : 1;
}

await runCommand(
  {
    name: 'desktops',
    usage: `Usage: npm run desktops -- [--install] NAME…
Runs the main job of the app on real desktops without a screen and prints a table. Needs Linux; each desktop has a HOME of
its own. Screenshots and logs stay in .run/desktops.
  NAME        ${Object.keys(profiles).join(', ')}
  --install   install what is missing with apt-get (Debian, as root)
  --help      print this`,
    options: { install: { type: 'boolean', default: false } },
    allowPositionals: true,
  },
  ({ values, positionals }) => {
    if (positionals.length === 0) throw new UsageError('name a desktop');
    return checkDesktops(positionals, values.install);
  },
);
