import { setTimeout as delay } from 'node:timers/promises';
import { footprintOf, type Footprint } from '../desk/footprint.ts';
import { openStage, type Which } from '../desk/stage.ts';
import type { Benchmark, Row } from '../support/benchmark.ts';

/** Minutes in the tray before it is looked at, and for how many it is watched then. */
const defaults = { settle: 5, watch: 5 };
/** For a first run to fetch the picture of the day and put it on the desktop: most starts find it there. */
const firstRunMs = 20_000;

export const benchmark: Benchmark = {
  summary: 'Leaves the app and an empty one in the tray, side by side; [SETTLE [WATCH]] in minutes',
  async run(around) {
    const [settle = defaults.settle, watch = defaults.watch] = around.args.map(Number);
    const stage = await openStage(around);
    try {
      around.log(stage.runtime);
      const first = await stage.start('ours');
      await delay(firstRunMs, undefined, { signal: around.signal });
      await first.app.stop();
      const apps = { ours: await stage.start('ours'), control: await stage.start('control') };
      const look = (): Record<Which, Footprint> => ({
        ours: footprintOf(apps.ours.app.pid),
        control: footprintOf(apps.control.app.pid),
      });
      around.log(`in the tray; ${settle} minutes to settle`);
      await delay(settle * 60_000, undefined, { signal: around.signal });
      const before = look();
      around.log(`watching for ${watch} minutes`);
      await delay(watch * 60_000, undefined, { signal: around.signal });
      return rowsOf(before, look(), watch, settle);
    } finally {
      await stage.stop();
    }
  },
};

function rowsOf(
  before: Record<Which, Footprint>,
  after: Record<Which, Footprint>,
  minutes: number,
  settle: number,
): Row[] {
  const perMinute = (which: Which, what: 'cpuMs' | 'wakeups' | 'written'): number =>
    (after[which][what] - before[which][what]) / minutes;
  const pss = after.ours.pss / after.control.pss;
  const more = (what: 'cpuMs' | 'wakeups'): number =>
    perMinute('ours', what) - perMinute('control', what);
  const written = after.ours.written - before.ours.written;
  const renderers = after.ours.renderers;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    {
      measure: `PSS after ${settle} min in the tray`,
      ours: megabytes(after.ours.pss),
      control: `empty app ${megabytes(after.control.pss)}`,
      ratio: pss.toFixed(2),
      goal: '≤ 1.4',
      met: pss <= 1.4,
    },
    {
      measure: 'wakeups a minute',
      ours: perMinute('ours', 'wakeups').toFixed(0),
      control: `empty app ${perMinute('control', 'wakeups').toFixed(0)}`,
      goal: 'control + 30',
      met: more('wakeups') <= 30,
    },
    {
      measure: 'CPU a minute',
      ours: `${perMinute('ours', 'cpuMs').toFixed(0)} ms`,
      control: `empty app ${perMinute('control', 'cpuMs').toFixed(0)} ms`,
      goal: 'control + 60 ms',
      met: more('cpuMs') <= 60,
    },
    { measure: 'renderers', ours: String(renderers), goal: '0', met: renderers === 0 },
    {
      measure: `written to the disk in ${minutes} min`,
      ours: megabytes(written),
      control: `empty app ${megabytes(after.control.written - before.control.written)}`,
      goal: '0',
      met: written === 0,
    },
    {
      measure: 'processes',
      ours: String(after.ours.pids.length),
      control: `empty app ${after.control.pids.length}`,
    },
  ];
}
