/**
 * `node tools/test/smoke.ts [--electron] [PROGRAM]`: starts the app on fresh data and its embedded services, queries
 * the app on its own command line until it has a position, and today's picture is on the desktop, and ends it. Runs on
 * Linux, macOS and Windows. PROGRAM is a packaged app. Without PROGRAM, the built app runs on Electron, or on the
 * stand-in unless --electron is given.
 */
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Status } from '#shared/status/status.ts';
import { statusSchema } from '#shared/status/status-schema.ts';
import { ensureBuilt } from '../setup/build.ts';
import { runCommand, UsageError } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { root } from '../setup/paths.ts';
import { RefusalError, runCommandLine } from '../setup/process.ts';
import { electronEnvironment, chooseRuntime, describeRuntime } from '../setup/runtime.ts';
import { openDisplay } from '../start/display.ts';
import { waitUntil } from '#stand-in/system/until.ts';

const limitMs = 300_000;
const log = (line: string): void => console.log(line);

/** The command that starts the app: a program and its first arguments. */
async function appCommand(
  packaged: string | undefined,
  insist: boolean,
  signal: AbortSignal,
): Promise<readonly [program: string, ...args: string[]]> {
  if (packaged !== undefined) return [packaged];
  await ensureBuilt({ log, signal });
  const runtime = await chooseRuntime({ log, signal, insist });
  log(describeRuntime(runtime));
  return [runtime.command, ...runtime.args, root];
}

const isWorking = ({ today, services }: Status): boolean =>
  today !== null && services.position.lastSuccessAt !== null;

async function runSmokeTest(packaged: string | undefined, insist: boolean): Promise<number> {
  const over = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(limitMs), interruptionSignal(), over.signal]);
  const [program, ...args] = await appCommand(packaged, insist, signal);
  const display = await openDisplay({ signal, log, needs: ['desktop', 'browser'] });
  const folder = mkdtempSync(join(tmpdir(), 'overhead-smoke-'));
  const data = join(folder, 'data');
  const command = (...own: string[]) =>
    runCommandLine(program, [...args, `--user-data-dir=${data}`, ...own], {
      env: electronEnvironment(display.env),
      signal,
    });
  try {
    const ended = command('--hidden', '--no-first-run', '--services=embedded');
    const asking = async (): Promise<Status | null> => {
      // Before the app has this folder, the question could take the single-instance lock, and the app would end.
      if (!existsSync(join(data, 'chromium'))) return null;
      const { code, output } = await command('--status', '--json');
      return code === 0 ? statusSchema.parse(JSON.parse(output.slice(output.indexOf('{')))) : null;
    };
    const until = (isReached: (status: Status) => boolean, message: string) =>
      waitUntil(async () => asking().then((status) => status && isReached(status)), {
        message,
        timeoutMs: 120_000,
        intervalMs: 1_000,
        signal,
      });
    const working = until(isWorking, 'no picture or no position within two minutes').then(() =>
      until(({ verified }) => verified === true, '').catch(() => undefined),
    );
    const early = ended.then(({ code, output }) => {
      throw new RefusalError(
        `the app ended by itself (exit code ${code}):\n${output.slice(-4_000)}`,
      );
    });
    early.catch(() => undefined);
    await Promise.race([working, early]);
    const status = await asking();
    log(`picture: ${status?.today?.title ?? ''}\nwallpaper: ${status?.wallpaper ?? ''}`);
    if (status?.verified !== true)
      throw new RefusalError('the desktop does not show the picture after two more minutes');
    log((await command('--quit')).output.trim());
    const { code } = await ended;
    if (code !== 0) throw new RefusalError(`the app ended with exit code ${code}`);
    return 0;
  } finally {
    // Stops the app if it is still running.
    over.abort();
    await display.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

const usage = `Usage: node tools/test/smoke.ts [--electron] [PROGRAM]
  --electron   fail where Electron does not start, in place of using the stand-in
  --help       print this`;

await runCommand(
  {
    name: 'smoke',
    usage,
    options: { electron: { type: 'boolean', default: false } },
    allowPositionals: true,
  },
  ({ values, positionals: [packaged, ...more] }) => {
    if (more.length > 0) throw new UsageError('name one program');
    return runSmokeTest(packaged, values.electron);
  },
);
