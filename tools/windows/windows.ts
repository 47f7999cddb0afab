// `npm run windows`: runs the code for Windows, unit tests and a day of the built app with Node for Windows in Wine, on a
// desktop of `desktop.c`, and the installer's own parts.
import { join } from 'node:path';
import { runCommand } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { root } from '../setup/paths.ts';
import { RefusalError, runCommandLine } from '../setup/process.ts';
import { missingForWine, winePackages } from './wine.ts';

async function runInWine({ install }: { install: boolean }): Promise<number> {
  const signal = interruptionSignal();
  const onOutput = (text: string): void => void process.stderr.write(text);
  if (install && missingForWine().length > 0) {
    const args = ['install', '-y', '--no-install-recommends', ...winePackages];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { code } = await runCommandLine('apt-get', args, { env, signal, onOutput });
    if (code !== 0) throw new RefusalError(`apt-get ended with ${code}`);
  }
  const missing = missingForWine();
  if (missing.length > 0)
    throw new RefusalError(`not installed: ${missing.join(', ')}; --install installs them`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project', 'unit-slow', 'tools/windows/'];
  const { code } = await runCommandLine(process.execPath, [vitest, ...args], {
    cwd: root,
    signal,
    onOutput,
  });
  return code;
}

await runCommand(
  {
    name: 'windows',
    usage: `Usage: npm run windows -- [--install]
Runs in a new Wine, with Node for Windows: the calls of IDesktopWallpaper, unit tests of files, programs, the command line
and the wallpaper, a day of faults of the built app, and the installer's own parts. Prints the tests. Needs Debian on x64.
  --install   install ${winePackages.join(', ')} with apt-get (as root)
  --help      print this`,
    options: { install: { type: 'boolean', default: false } },
  },
  ({ values }) => runInWine(values),
);
