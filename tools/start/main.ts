// `npm start`: the app with all it needs, on the display that there is.
import { interruption } from '../setup/interruption.ts';
import { parseStartArguments, usage, type StartOptions } from './args.ts';
import { runUntilStopped } from './plain.ts';
import { appLog, type Surroundings } from './session.ts';
import { smoke } from './smoke.ts';
import { createSteps } from './steps.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function start(options: StartOptions, stop: AbortSignal): Promise<number> {
  const ends: (() => unknown)[] = [];
  const launchedAt = Number(process.env['OVERHEAD_LAUNCHED_AT'] ?? Date.now());
  // Plain output is for a person; with --smoke, standard output is the report's.
  const log = options.smoke ? say : (line: string): void => console.log(line);
  const progress = (name: string, ms: number): void => {
    if (options.smoke) say(`  ${name} ${ms} ms`);
  };
  const around: Surroundings = {
    signal: stop,
    log,
    steps: createSteps(Date.now() - launchedAt, progress),
    defer: (end) => void ends.unshift(end),
  };
  let report: string | null = null;
  let code = 0;
  try {
    if (options.smoke) {
      const found = await smoke(options, around);
      report = JSON.stringify(found);
      if (found.failed !== undefined) {
        code = 1;
        say(`failed at ${found.failed.step}: ${found.failed.reason} (the app's output: ${appLog})`);
      }
    } else {
      await runUntilStopped(options, around);
    }
  } catch (error) {
    // Ctrl+C while it was still starting is no failure.
    if (!stop.aborted) {
      code = 1;
      if (process.env['DEBUG']) console.error(error);
      else say(`Overhead did not start: ${(error as Error).message}`);
    }
  }
  for (const end of ends) {
    try {
      await end();
    } catch (error) {
      say(`while ending: ${String(error)}`);
    }
  }
  if (report !== null) process.stdout.write(`${report}\n`);
  return code;
}

const parsed = parseStartArguments(process.argv.slice(2));
if (parsed.kind === 'help') {
  console.log(usage);
} else if (parsed.kind === 'wrong') {
  say(`${parsed.message}\n${usage}`);
  process.exitCode = 2;
} else {
  const code = await start(parsed.options, interruption());
  // Nothing of ours runs any more; a library's idle handle must not keep the process.
  process.stdout.write('', () => process.exit(code));
}
