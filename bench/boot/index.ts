import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '#tools/setup/paths.ts';
import { openBenchDesktop, type AppVariant } from '../desk/stage.ts';
import type { BenchmarkContext, Benchmark, ResultRow } from '../support/benchmark.ts';
import { median } from '../support/statistics.ts';

/** The number of pairs of starts, one of the app and one of the control. */
const defaultPairs = 15;

export const benchmark: Benchmark = {
  summary: `Starts the app and an empty one by turns until they are in the tray; ${defaultPairs} PAIRS unless told`,
  numbers: ['PAIRS'],
  async run(around) {
    return [await measureStarts(around), sizeRow()];
  },
};

async function measureStarts(around: BenchmarkContext): Promise<ResultRow> {
  const pairs = Number(around.args[0] ?? defaultPairs);
  if (!Number.isInteger(pairs) || pairs < 1)
    throw new Error(`${around.args[0]} is not a number of pairs`);
  const stage = await openBenchDesktop(around);
  const times = { ours: [] as number[], control: [] as number[] } satisfies Partial<
    Record<AppVariant, number[]>
  >;
  try {
    around.log(stage.runtime);
    for (let pair = -1; pair < pairs; pair += 1)
      for (const which of pair % 2 === 0
        ? (['ours', 'control'] as const)
        : (['control', 'ours'] as const)) {
        around.signal.throwIfAborted();
        const { app, readyMs } = await stage.start(which);
        await app.stop();
        // The first pair is not counted: it fills caches, and the first run of the app downloads a picture.
        if (pair >= 0) times[which].push(readyMs);
      }
  } finally {
    await stage.stop();
  }
  const [ours, control] = [median(times.ours), median(times.control)];
  const ratio = ours / control;
  around.log(`ours ${rangeInWords(times.ours)}; control ${rangeInWords(times.control)}`);
  return {
    measure: `start to tray, median of ${pairs}`,
    ours: `${ours.toFixed(0)} ms`,
    control: `empty app with a tray ${control.toFixed(0)} ms`,
    ratio: ratio.toFixed(2),
    goal: '≤ 1.25',
    met: ratio <= 1.25,
  };
}

const rangeInWords = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)} ms`;

/** The script itself and all scripts that it imports statically, directly or through other scripts. */
function importedScripts(script: string, scripts = new Set<string>()): Set<string> {
  if (scripts.has(script)) return scripts;
  scripts.add(script);
  const imports = /\b(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/g;
  for (const [, path = ''] of readFileSync(script, 'utf8').matchAll(imports))
    importedScripts(join(dirname(script), path), scripts);
  return scripts;
}

/** The row for the scripts that are read at the start. */
function sizeRow(): ResultRow {
  const scripts = [...importedScripts(join(root, 'out', 'main', 'index.js'))];
  const main = scripts.reduce((bytes, path) => bytes + statSync(path).size, 0);
  return {
    measure: 'scripts of main that are read at the start, minified',
    ours: `${(main / 1000).toFixed(0)} kB`,
    goal: '≤ 850 kB',
    met: main <= 850_000,
  };
}
