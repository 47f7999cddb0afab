// `npm test` and `npm run test:full`: the gates and the tests, and one last line that adds up all results.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ensureBuilt } from '../setup/build.ts';
import { interruption } from '../setup/interruption.ts';
import { ensureSystemPackages } from '../system/packages.ts';
import { parseTestArguments, usage, type Part } from './args.ts';
import { runGates } from './gates.ts';
import { lastLine, slowestTests, stepTable, sum, type StepResult } from './report.ts';
import { runRunner, type Context } from './runners.ts';

const log = (line: string): void => console.log(line);

/** Parts that cannot run without the system packages. Unit tests that need one skip themselves. */
const needsSystem = (part: Part): boolean => part === 'browser' || part === 'e2e';

async function test(parts: readonly Part[], context: Context): Promise<number> {
  const { signal } = context;
  const started = performance.now();
  // Some unit tests use the virtual desktop when it is there.
  const system = parts.some((part) => part !== 'gates')
    ? await ensureSystemPackages({ signal, log })
    : ({ ok: true } as const);
  const setupSeconds = (performance.now() - started) / 1000;
  if (!system.ok && !signal.aborted) log(`${system.reason}; ${system.hint}`);

  const results: StepResult[] = [];
  for (const part of parts) {
    if (signal.aborted) results.push(withoutCount(part, 'stopped'));
    else if (!system.ok && needsSystem(part)) results.push(skipped(part, system.reason));
    else results.push(await attempt(part, context));
  }
  const total = sum(results);
  const steps = [
    { step: 'setup', counts: { passed: 0, failed: 0, skipped: 0 }, seconds: setupSeconds },
    ...results,
    { step: 'total', counts: total, seconds: (performance.now() - started) / 1000 },
  ];
  log(`\nThe ten slowest tests (seconds):\n${slowestTests(results)}`);
  log(`\n${stepTable(steps)}\n\n${lastLine(total)}`);
  if (signal.aborted) return 130;
  return total.failed > 0 ? 1 : 0;
}

/** Runs one part. An error that keeps it from running is one failure; the other parts still run. */
async function attempt(part: Part, context: Context): Promise<StepResult> {
  try {
    if (part === 'gates') return await runGates(context);
    // End-to-end tests run the built app.
    if (part === 'e2e') await ensureBuilt(context);
    return await runRunner(part, context);
  } catch (error) {
    if (process.env['DEBUG']) console.error(error);
    return withoutCount(part, (error as Error).message);
  }
}

const withoutCount = (step: string, note: string): StepResult => ({
  step,
  counts: null,
  seconds: 0,
  note,
});

const skipped = (step: string, note: string): StepResult => ({
  step,
  counts: { passed: 0, failed: 0, skipped: 1 },
  seconds: 0,
  note,
});

const parsed = parseTestArguments(process.argv.slice(2));
if (parsed.kind === 'help') {
  log(usage);
} else if (parsed.kind === 'wrong') {
  process.stderr.write(`${parsed.message}\n${usage}\n`);
  process.exitCode = 2;
} else {
  // Temporary files of the tests go here, so that they are removed also when the tests are killed.
  const scratch = mkdtempSync(join(tmpdir(), 'overhead-'));
  // Tests of file permissions, and programs that refuse root, run as another user and must get in.
  chmodSync(scratch, 0o711);
  const { parts, full } = parsed;
  try {
    process.exitCode = await test(parts, { signal: interruption(), scratch, log, full });
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}
