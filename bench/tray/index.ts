import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '#tools/setup/paths.ts';
import type { Benchmark, BenchmarkContext, ResultRow } from '../support/benchmark.ts';
import { processorMsOf, residentBytesOf } from '../support/footprint.ts';
import { median } from '../support/statistics.ts';
import { openBenchDesktop, type BenchDesktop } from './stage.ts';
import { countByMaker, parseFiredTimers } from './timer-lines.ts';

/** Minutes that the apps run in the tray before the measurement, and minutes of the measurement. */
const defaultMinutes = { settle: 2, watch: 5 };
/** The number of pairs of starts, one of the app and one of the empty app. */
const pairs = 5;
/** The maximum number of timers of the app that may fire per minute while the orbit is known. */
const maxTimersPerMinute = 3;
const maxScriptBytes = 850_000;
/**
 * The duration of a first run, milliseconds. The app downloads and sets the picture of the day in this run, so that the
 * measured run need not do so.
 */
const firstRunMs = 20_000;

export const benchmark: Benchmark = {
  summary:
    'The app in the tray, with a known orbit, beside an empty app with an icon; SETTLE and WATCH are minutes',
  numbers: ['SETTLE', 'WATCH'],
  async run(around) {
    const stage = await openBenchDesktop(around);
    try {
      around.log(stage.runtime);
      for (const which of ['ours', 'counted'] as const) {
        const { app } = await stage.start(which);
        await delay(firstRunMs, undefined, { signal: around.signal });
        await app.stop();
      }
      return [scriptRow(), await startRow(stage, around), ...(await idleRows(stage, around))];
    } finally {
      await stage.stop();
    }
  },
};

/** The script itself and all scripts that it imports statically, directly or through other scripts. */
function importedScripts(script: string, scripts = new Set<string>()): Set<string> {
  if (scripts.has(script)) return scripts;
  scripts.add(script);
  const imports = /\b(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/g;
  for (const [, path = ''] of readFileSync(script, 'utf8').matchAll(imports))
    importedScripts(join(dirname(script), path), scripts);
  return scripts;
}

function scriptRow(): ResultRow {
  const scripts = [...importedScripts(join(root, 'out', 'main', 'index.js'))];
  const bytes = scripts.reduce((sum, path) => sum + statSync(path).size, 0);
  return {
    measure: 'scripts of main that are read at the start, minified',
    ours: `${(bytes / 1000).toFixed(0)} kB`,
    goal: `≤ ${maxScriptBytes / 1000} kB`,
    met: bytes <= maxScriptBytes,
  };
}

/** Processor time does not depend on other work of the machine. */
async function startRow(stage: BenchDesktop, { signal }: BenchmarkContext): Promise<ResultRow> {
  const times = { ours: [] as number[], control: [] as number[] };
  for (let pair = 0; pair < pairs; pair += 1)
    for (const which of ['ours', 'control'] as const) {
      signal.throwIfAborted();
      const { app } = await stage.start(which);
      times[which].push(processorMsOf(app.pid));
      await app.stop();
    }
  const [ours, control] = [median(times.ours), median(times.control)];
  return {
    measure: `processor time until the icon is in the tray, median of ${pairs}`,
    ours: `${ours.toFixed(0)} ms`,
    control: `empty app ${control.toFixed(0)} ms`,
    ratio: (ours / control).toFixed(2),
  };
}

/** The timers are counted in an app of their own, because the counter uses memory. */
async function idleRows(
  stage: BenchDesktop,
  { args, signal, log }: BenchmarkContext,
): Promise<ResultRow[]> {
  const [settle = defaultMinutes.settle, watch = defaultMinutes.watch] = args.map(Number);
  const { app } = await stage.start('ours');
  const { app: control } = await stage.start('control');
  const { app: counted } = await stage.start('counted', {
    NODE_OPTIONS: `--import=${new URL('count-timers.ts', import.meta.url).href}`,
    BENCH_COUNTED_APP: 'counted-data',
  });
  log(`in the tray; ${settle} minutes to settle, then ${watch} minutes of counting`);
  await delay(settle * 60_000, undefined, { signal });
  const from = Date.now();
  await delay(watch * 60_000, undefined, { signal });
  const timers = parseFiredTimers(counted.output).filter(({ at }) => at >= from);
  for (const line of countByMaker(timers)) log(`timer: ${line}`);
  const perMinute = timers.length / watch;
  const [ours, empty] = [residentBytesOf(app.pid), residentBytesOf(control.pid)];
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  return [
    {
      measure: 'own timers that fire a minute',
      ours: perMinute.toFixed(1),
      goal: `≤ ${maxTimersPerMinute}`,
      met: perMinute <= maxTimersPerMinute,
    },
    {
      measure: 'resident memory of main in the tray',
      ours: megabytes(ours),
      control: `empty app ${megabytes(empty)}`,
      ratio: (ours / empty).toFixed(2),
    },
  ];
}
