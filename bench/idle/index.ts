import { setTimeout as delay } from 'node:timers/promises';
import { footprintOf, type Footprint } from '../support/footprint.ts';
import { openBenchDesktop, type BenchDesktop, type AppVariant } from '../desk/stage.ts';
import type { BenchmarkContext, Benchmark, ResultRow } from '../support/benchmark.ts';
import { countByMaker, parseFiredTimers } from './timer-lines.ts';

/** Minutes that the app runs in the tray before the measurement, and minutes of the measurement. */
const defaultMinutes = { settle: 5, watch: 5 };
/** The maximum number of timers of the app that may fire per minute while the orbit is known. */
const maxTimersPerMinute = 3;
/**
 * The duration of a first run, milliseconds. The app downloads and sets the picture of the day in this run, so that the
 * measured run need not do so.
 */
const firstRunMs = 20_000;

const appVariants = ['ours', 'known'] as const;
const variantWords: Record<(typeof appVariants)[number], string> = {
  ours: 'orbit being learned',
  known: 'orbit known',
};

type Footprints = Record<Exclude<AppVariant, 'counted'>, Footprint>;

export const benchmark: Benchmark = {
  summary:
    'Leaves the app and an empty one in the tray, side by side; SETTLE and WATCH are minutes',
  numbers: ['SETTLE', 'WATCH'],
  async run(around) {
    const [settle = defaultMinutes.settle, watch = defaultMinutes.watch] = around.args.map(Number);
    const { signal, log } = around;
    const stage = await openBenchDesktop(around);
    try {
      log(stage.runtime);
      for (const which of [...appVariants, 'counted'] as const) {
        const first = await stage.start(which);
        await delay(firstRunMs, undefined, { signal });
        await first.app.stop();
      }
      const pids = {
        ours: (await stage.start('ours')).app.pid,
        known: (await stage.start('known')).app.pid,
        control: (await stage.start('control')).app.pid,
      };
      const look = (): Footprints => ({
        ours: footprintOf(pids.ours),
        known: footprintOf(pids.known),
        control: footprintOf(pids.control),
      });
      log(`in the tray; ${settle} minutes to settle`);
      await delay(settle * 60_000, undefined, { signal });
      const first = look();
      log(`watching for ${watch} minutes`);
      await delay(watch * 60_000, undefined, { signal });
      const last = look();
      return [
        ...appVariants.flatMap((which) => resultRowsOf(which, first, last, watch, settle)),
        await countTimers(stage, around),
      ];
    } finally {
      await stage.stop();
    }
  },
};

/** Minutes that the app runs in the tray before its timers are counted, and minutes of counting. */
const countingMinutes = { settle: 2, watch: 5 };

/**
 * Counts the timers of an app with a known orbit. This app starts after the other measurements, because the counter
 * uses memory and causes wakeups.
 */
async function countTimers(
  stage: BenchDesktop,
  { signal, log }: BenchmarkContext,
): Promise<ResultRow> {
  const { app } = await stage.start('counted', countingEnvironment('counted-data'));
  log(
    `counting timers for ${countingMinutes.watch} minutes, after ${countingMinutes.settle} in the tray`,
  );
  await delay(countingMinutes.settle * 60_000, undefined, { signal });
  const from = Date.now();
  await delay(countingMinutes.watch * 60_000, undefined, { signal });
  const timers = parseFiredTimers(app.output).filter(({ at }) => at >= from);
  for (const line of countByMaker(timers)) log(`timer: ${line}`);
  return timerRow(timers.length / countingMinutes.watch);
}

/** The environment that makes an app print its timers if `mark` is in the command line of the app. */
const countingEnvironment = (mark: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=${new URL('count-timers.ts', import.meta.url).href}`,
  BENCH_COUNTED_APP: mark,
});

const timerRow = (perMinute: number): ResultRow => ({
  measure: `own timers that fire a minute; ${variantWords.known}`,
  ours: perMinute.toFixed(1),
  goal: `≤ ${maxTimersPerMinute}`,
  met: perMinute <= maxTimersPerMinute,
});

function resultRowsOf(
  which: (typeof appVariants)[number],
  first: Footprints,
  last: Footprints,
  minutes: number,
  settle: number,
): ResultRow[] {
  const perMinute = (of: keyof Footprints, what: 'cpuMs' | 'wakeups'): number =>
    (last[of][what] - first[of][what]) / minutes;
  const more = (what: 'cpuMs' | 'wakeups'): number =>
    perMinute(which, what) - perMinute('control', what);
  const pss = last[which].pss / last.control.pss;
  const written = last[which].written - first[which].written;
  const { renderers, pids } = last[which];
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const name = (measure: string): string => `${measure}; ${variantWords[which]}`;
  return [
    {
      measure: name(`PSS after ${settle} min in the tray`),
      ours: megabytes(last[which].pss),
      control: `empty app ${megabytes(last.control.pss)}`,
      ratio: pss.toFixed(2),
      goal: '≤ 1.2',
      met: pss <= 1.2,
    },
    {
      measure: name('wakeups a minute'),
      ours: perMinute(which, 'wakeups').toFixed(0),
      control: `empty app ${perMinute('control', 'wakeups').toFixed(0)}`,
      goal: 'control + 30',
      met: more('wakeups') <= 30,
    },
    {
      measure: name('CPU a minute'),
      ours: `${perMinute(which, 'cpuMs').toFixed(0)} ms`,
      control: `empty app ${perMinute('control', 'cpuMs').toFixed(0)} ms`,
      goal: 'control + 60 ms',
      met: more('cpuMs') <= 60,
    },
    { measure: name('renderers'), ours: String(renderers), goal: '0', met: renderers === 0 },
    {
      measure: name(`written to the disk in ${minutes} min`),
      ours: megabytes(written),
      control: `empty app ${megabytes(last.control.written - first.control.written)}`,
      goal: '0',
      met: written === 0,
    },
    {
      measure: name('processes'),
      ours: String(pids.length),
      control: `empty app ${last.control.pids.length}`,
    },
  ];
}
