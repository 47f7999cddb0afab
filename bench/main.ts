import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, UsageError } from '#tools/setup/command.ts';
import { root } from '#tools/setup/paths.ts';
import { checkArguments, tableOf, type Benchmark } from './support/benchmark.ts';

/** Loaded when asked for: each brings tools of its own. */
const benchmarks: Readonly<Record<string, () => Promise<{ readonly benchmark: Benchmark }>>> = {
  boot: () => import('./boot/index.ts'),
  fleet: () => import('./fleet/index.ts'),
  idle: () => import('./idle/index.ts'),
  journal: () => import('./journal/index.ts'),
  limits: () => import('./limits/index.ts'),
  orbit: () => import('./orbit/index.ts'),
  picture: () => import('./picture/index.ts'),
  renderer: () => import('./renderer/index.ts'),
  services: () => import('./services/index.ts'),
  sky: () => import('./sky/index.ts'),
  windows: () => import('./idle/windows.ts'),
};

const usage = `Usage: npm run bench -- NAME [ARGS], where NAME is one of ${Object.keys(benchmarks).join(', ')}
  npm run bench -- NAME --help   the arguments of a benchmark`;

function usageOf(name: string, { summary, words = [], numbers = [] }: Benchmark): string {
  const given = [...words, ...numbers].map((one) => `[${one}]`);
  return `Usage: npm run bench -- ${[name, ...given].join(' ')}\n${summary}`;
}

async function run(benchmark: Benchmark, name: string, args: readonly string[]): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const scratch = mkdtempSync(join(tmpdir(), 'overhead-bench-'));
  try {
    console.error(benchmark.summary);
    const log = (line: string): void => console.error(`  ${line}`);
    const rows = await benchmark.run({ signal: stop.signal, scratch, log, args });
    const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`;
    console.log(`\n${tableOf(rows)}\n\n${machine}, ${new Date().toISOString().slice(0, 10)}`);
    const folder = join(root, '.run', 'bench');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
    return rows.some(({ met }) => met === false) ? 1 : 0;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return 130;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

// A benchmark has flags of its own: only its name is read before it is loaded.
const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (load === undefined)
  await runCommand({ name: 'bench', usage, allowPositionals: true }, ({ positionals: [given] }) => {
    throw new UsageError(given === undefined ? 'name a benchmark' : `there is no '${given}'`);
  });
else {
  const { benchmark } = await load();
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h');
  await runCommand(
    { name: 'bench', usage: usageOf(name, benchmark), allowPositionals: true },
    () => {
      checkArguments(benchmark, args);
      return run(benchmark, name, args);
    },
    isHelp ? ['--help'] : [],
  );
}
process.exit();
