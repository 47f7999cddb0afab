// `npm test`: every gate and every test, and one line at the end that adds them up.
import { ensureBuilt } from '../setup/build.ts';
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
  if (!system.ok) log(`${system.reason}; ${system.hint}`);

  const results: RunnerResult[] = [];
  for (const part of parts) {
    if (signal.aborted) break;
    if (!system.ok && needsSystem(part)) results.push(skipped(part, system.reason));
    else if (part === 'gates') results.push(await runGates(around));
    else results.push((await cannotRun(part, around)) ?? (await runRunner(part, around)));
  }
  if (signal.aborted) {
    log('\nstopped');
    return 130;
  }
  const total = sum(results);
  log(`\n${table(results)}\n\n${lastLine(total)}`);
  return total.failed > 0 ? 1 : 0;
}

/** End-to-end tests look at the built app. */
async function cannotRun(part: Part, around: Around): Promise<RunnerResult | null> {
  if (part !== 'e2e') return null;
  try {
    await ensureBuilt(around);
    return null;
  } catch (error) {
    return { runner: part, counts: null, seconds: 0, note: (error as Error).message };
  }
}

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
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
  try {
    process.exitCode = await test(parsed.parts, { signal: stop.signal, log });
  } catch (error) {
    if (process.env['DEBUG']) console.error(error);
    else process.stderr.write(`The tests did not run: ${(error as Error).message}\n`);
    process.exitCode = stop.signal.aborted ? 130 : 1;
  }
}
