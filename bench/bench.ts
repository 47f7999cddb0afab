import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultTable, resultsFolder, type Result } from '#tools/docs/figures.ts';
import { runCommand, UsageError } from '#tools/setup/command.ts';
import { root } from '#tools/setup/paths.ts';
import { checkArguments, type Benchmark, type ResultRow } from './support/benchmark.ts';

/** The benchmarks. A benchmark is loaded only when it is named, because each imports its own tools. */
const benchmarks: Readonly<Record<string, () => Promise<{ readonly benchmark: Benchmark }>>> = {
  journal: () => import('./journal/index.ts'),
  orbit: () => import('./orbit/index.ts'),
  picture: () => import('./picture/index.ts'),
  renderer: () => import('./renderer/index.ts'),
  sky: () => import('./sky/index.ts'),
  tray: () => import('./tray/index.ts'),
};

const usage = `Usage: npm run bench -- NAME [ARGS], where NAME is one of ${Object.keys(benchmarks).join(', ')}
  npm run bench -- NAME --help   the arguments of a benchmark
  --save   write the rows to bench/results, from which npm run docs:figures writes the tables of the docs`;

function usageOf(name: string, { summary, words = [], numbers = [] }: Benchmark): string {
  const parameters = [...words, ...numbers].map((one) => `[${one}]`);
  return `Usage: npm run bench -- ${[name, ...parameters].join(' ')} [--save]\n${summary}`;
}

interface Invocation {
  readonly benchmark: Benchmark;
  readonly name: string;
  readonly args: readonly string[];
  readonly isSaved: boolean;
}

async function runBenchmark({ benchmark, name, args, isSaved }: Invocation): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const scratch = mkdtempSync(join(tmpdir(), 'overhead-bench-'));
  try {
    console.error(benchmark.summary);
    const log = (line: string): void => console.error(`  ${line}`);
    const rows = await benchmark.run({ signal: stop.signal, scratch, log, args });
    const result = benchmarkResultOf([name, ...args].join(' '), rows);
    console.log(`\n${resultTable(result.rows)}\n\n${result.machine}, ${result.date}`);
    if (isSaved) writeFileSync(resultFileOf(name, args), `${JSON.stringify(result, null, 2)}\n`);
    return rows.some(({ met }) => met === false) ? 1 : 0;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return 130;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const benchmarkResultOf = (command: string, rows: readonly ResultRow[]): Result => ({
  command: `npm run bench -- ${command}`,
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
  date: new Date().toISOString().slice(0, 10),
  commit: execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim(),
  rows: rows.map((row) => ({ ...row })),
});

/**
 * Returns the path of the file for a result. The name consists of the names of the benchmark and of its parts and
 * flags; numbers are left out.
 */
function resultFileOf(name: string, args: readonly string[]): string {
  const parts = args.map((arg) => arg.replace(/^--/, '')).filter((arg) => !/^\d/.test(arg));
  return join(resultsFolder, `${[name, ...parts].join('-')}.json`);
}

// Each benchmark has its own flags, so only its name is parsed before it is loaded.
const [name = '', ...args] = process.argv.slice(2);
const loadBenchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (loadBenchmark === undefined)
  await runCommand(
    { name: 'bench', usage, allowPositionals: true },
    ({ positionals: [unknownName] }) => {
      throw new UsageError(
        unknownName === undefined ? 'name a benchmark' : `there is no '${unknownName}'`,
      );
    },
  );
else {
  const { benchmark } = await loadBenchmark();
  const own = args.filter((arg) => arg !== '--save');
  const isHelp = own.some((arg) => arg === '--help' || arg === '-h');
  await runCommand(
    { name: 'bench', usage: usageOf(name, benchmark), allowPositionals: true },
    () => {
      checkArguments(benchmark, own);
      return runBenchmark({ benchmark, name, args: own, isSaved: own.length < args.length });
    },
    isHelp ? ['--help'] : [],
  );
}
process.exit();
