import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#tools/setup/paths.ts';
import { tableOf, type Benchmark } from './support/benchmark.ts';

/** Loaded when asked for: each brings tools of its own. */
const benchmarks: Readonly<Record<string, () => Promise<{ readonly benchmark: Benchmark }>>> = {
  boot: () => import('./boot/index.ts'),
  idle: () => import('./idle/index.ts'),
  journal: () => import('./journal/index.ts'),
  orbit: () => import('./orbit/index.ts'),
  picture: () => import('./picture/index.ts'),
  renderer: () => import('./renderer/index.ts'),
  services: () => import('./services/index.ts'),
  sky: () => import('./sky/index.ts'),
  windows: () => import('./idle/windows.ts'),
};

const usage = `Usage: npm run bench -- NAME [ARGS], where NAME is one of ${Object.keys(benchmarks).join(', ')}`;

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  if ([name, ...args].includes('--help')) {
    console.log(usage);
    return 0;
  }
  const load = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
  if (load === undefined) {
    console.error(usage);
    return 2;
  }
  const { benchmark } = await load();
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

process.exit(await main(process.argv.slice(2)));
