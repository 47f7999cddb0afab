// `npm test`: every gate and every test, and one line at the end that adds them up.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../setup/build.ts';
import { interruption } from '../setup/interruption.ts';
import { ensureSystemPackages } from '../system/packages.ts';
import { parseTestArguments, usage, type Part } from './args.ts';
import { lastLine, sum, table, type RunnerResult } from './counts.ts';
import { runGates } from './gates.ts';
import { runRunner, type Around } from './runners.ts';

const log = (line: string): void => console.log(line);

/** What needs the system's packages; the tests of the other parts look for themselves. */
const needsSystem = (part: Part): boolean => part === 'browser' || part === 'e2e';

async function test(parts: readonly Part[], around: Around): Promise<number> {
  const { signal } = around;
  // The unit tests use the virtual desktop where it is there, so look before them as well.
  const system = parts.some((part) => part !== 'gates')
    ? await ensureSystemPackages({ signal, log })
    : ({ ok: true } as const);
  if (!system.ok && !signal.aborted) log(`${system.reason}; ${system.hint}`);

  const results: RunnerResult[] = [];
  for (const part of parts) {
    if (signal.aborted) results.push(withoutCount(part, 'stopped'));
    else if (!system.ok && needsSystem(part)) results.push(skipped(part, system.reason));
    else results.push(await attempt(part, around));
  }
  const total = sum(results);
  log(`\n${table(results)}\n\n${lastLine(total)}`);
  if (signal.aborted) return 130;
  return total.failed > 0 ? 1 : 0;
}

/** Runs a part. Whatever keeps it from running is its failure: the others run, and the last line counts. */
async function attempt(part: Part, around: Around): Promise<RunnerResult> {
  try {
    if (part === 'gates') return await runGates(around);
    // End-to-end tests look at the built app.
    if (part === 'e2e') await ensureBuilt(around);
    return await runRunner(part, around);
  } catch (error) {
    if (process.env['DEBUG']) console.error(error);
    return withoutCount(part, (error as Error).message);
  }
}

const withoutCount = (runner: string, note: string): RunnerResult => ({
  runner,
  counts: null,
  seconds: 0,
  note,
});

const skipped = (runner: string, note: string): RunnerResult => ({
  runner,
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
  // A folder for what the tests leave in the temporary one, also when they are ended by force.
  const scratch = mkdtempSync(join(tmpdir(), 'overhead-'));
  // Tests of permissions, and programs that refuse root, go on as somebody else.
  chmodSync(scratch, 0o711);
  try {
    process.exitCode = await test(parsed.parts, { signal: interruption(), scratch, log });
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}
