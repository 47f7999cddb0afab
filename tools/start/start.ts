// `npm start`: runs the app with all its requirements, on a real or virtual display.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureBuilt } from '../setup/build.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { root } from '../setup/paths.ts';
import { RefusalError } from '../setup/process.ts';
import { electronEnvironment, chooseRuntime } from '../setup/runtime.ts';
import { parseStartArguments, usage, type StartOptions } from './args.ts';
import { runUntilStopped } from './plain.ts';
import { appLog, type SessionContext } from './session.ts';
import { runSmokeTest } from './smoke.ts';
import { createSteps } from './steps.ts';
import { environmentOfApp } from './virtual-app.ts';

const printLine = (line: string): void => void process.stderr.write(`${line}\n`);

async function startApp(options: StartOptions, stop: AbortSignal): Promise<number> {
  const ends: (() => unknown)[] = [];
  const launchedAt = Number(process.env['OVERHEAD_LAUNCHED_AT'] ?? Date.now());
  // Without --smoke, standard output is for the user. With --smoke, standard output contains only the report.
  const log = options.smoke ? printLine : (line: string): void => console.log(line);
  const progress = (name: string, ms: number): void => {
    if (options.smoke) printLine(`  ${name} ${ms} ms`);
  };
  const around: SessionContext = {
    signal: stop,
    log,
    steps: createSteps(Date.now() - launchedAt, progress),
    defer: (end) => void ends.unshift(end),
  };
  let report: string | null = null;
  let code = 0;
  try {
    if (options.smoke) {
      const found = await runSmokeTest(options, around);
      report = JSON.stringify(found);
      if (found.failed !== undefined) {
        code = 1;
        printLine(
          `failed at ${found.failed.step}: ${found.failed.reason} (the app's output: ${appLog})`,
        );
      }
    } else {
      await runUntilStopped(options, around);
    }
  } catch (error) {
    // Ctrl+C during the start is not a failure.
    if (!stop.aborted) {
      code = 1;
      if (process.env['DEBUG']) console.error(error);
      else printLine(`Overhead did not start: ${(error as Error).message}`);
    }
  }
  for (const end of ends) {
    try {
      await end();
    } catch (error) {
      printLine(`while ending: ${String(error)}`);
    }
  }
  if (report !== null) process.stdout.write(`${report}\n`);
  return code;
}

/**
 * Queries the running app: starts the app with the arguments of the query, without a display, and prints the app's
 * output. Returns the exit code of the app.
 */
async function askApp(args: readonly string[], signal: AbortSignal): Promise<number> {
  await ensureBuilt({ log: printLine, signal });
  // A query must be answered immediately, so Electron is not downloaded.
  const runtime = await chooseRuntime({ log: printLine, signal, sandbox: 'off', download: false });
  const child = spawn(runtime.command, [...runtime.args, root, ...args], {
    env: electronEnvironment(environmentOfApp()),
    stdio: 'inherit',
  });
  signal.addEventListener('abort', () => child.kill());
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const parsed = parseStartArguments(process.argv.slice(2));
if (parsed.kind === 'help') {
  console.log(usage);
} else if (parsed.kind === 'wrong') {
  printLine(`${parsed.message}\n${usage}`);
  process.exitCode = 2;
} else {
  const code =
    parsed.kind === 'app'
      ? await askApp(parsed.args, interruptionSignal()).catch((error: unknown) => {
          if (!(error instanceof RefusalError)) throw error;
          printLine(`Overhead cannot be asked: ${error.message}`);
          return 1;
        })
      : await startApp(parsed.options, interruptionSignal());
  // Everything has ended: exit, because an idle handle of a library could keep the process running.
  process.stdout.write('', () => process.exit(code));
}
