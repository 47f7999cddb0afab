import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openBus } from '#tools/dbus/bus.ts';
import { findTrayItem } from '#tools/dbus/tray.ts';
import { startDesktop } from '#tools/desktop/desktop.ts';
import { ensureBuilt } from '#tools/setup/build.ts';
import { chooseRuntime } from '#tools/setup/runtime.ts';
import { launchApp } from '#tools/start/app.ts';
import { waitForPage } from '#tools/start/page.ts';
import { choosePort } from '#tools/start/port.ts';
import { until } from '#tools/system/until.ts';
import type { Around, Benchmark, Row } from '../support/benchmark.ts';
import { footprintOf } from '../support/footprint.ts';

/** Before a figure is taken, for what was freed to be given back; milliseconds. */
const settleMs = 5_000;
/** Memory may grow by this much, as the person would never notice. */
const tolerance = 0.01;

/** What the app holds: threads stand for timers and pools that were left running. */
function look(pid: number) {
  const { pids, descriptors, threads, resident } = footprintOf(pid);
  return { processes: pids.length, descriptors, threads, resident };
}
type Held = ReturnType<typeof look>;

async function run({ signal, scratch, log, args }: Around): Promise<readonly Row[]> {
  const times = Number(args[0] ?? 50);
  if (!Number.isInteger(times) || times < 1) throw new Error(`${args[0]} is no number of times`);
  await ensureBuilt({ log, signal });
  const runtime = await chooseRuntime({ log, signal });
  const desktop = await startDesktop({ signal });
  const bus = await openBus(desktop.busAddress);
  const debugPort = await choosePort();
  const app = await launchApp({
    runtime,
    env: desktop.env,
    debugPort,
    args: ['--services=embedded', '--hidden'],
    userDataDir: join(scratch, 'data'),
  });
  const any = AbortSignal.any([signal, app.gone]);
  const inWindow = (...words: string[]) => promisify(execFile)('xdotool', words, desktop);
  try {
    const tray = await findTrayItem(bus, app.pid, { timeoutMs: 30_000, signal: any });
    const openAndClose = async (): Promise<void> => {
      await tray.click('Open Overhead');
      const window = await waitForPage(debugPort, any);
      await window.page.getByRole('navigation').waitFor();
      await window.close();
      await inWindow(
        'search',
        '--sync',
        '--onlyvisible',
        '--name',
        '^(.+ – )?Overhead$',
        'windowactivate',
      );
      await inWindow('key', 'alt+F4');
      await until(() => footprintOf(app.pid).renderers === 0, {
        message: 'the window is still there',
        timeoutMs: 60_000,
        signal: any,
      });
    };
    // What the first window brings stays: code that was loaded, and pools that were filled.
    for (let warm = 0; warm < 3; warm += 1) await openAndClose();
    await delay(settleMs, undefined, { signal });
    const before = look(app.pid);
    log(`before: ${JSON.stringify(before)}`);
    for (let time = 1; time <= times; time += 1) {
      await openAndClose();
      if (time % 10 === 0) log(`${time} of ${times}: ${JSON.stringify(look(app.pid))}`);
    }
    await delay(settleMs, undefined, { signal });
    return rowsOf(before, look(app.pid), times, runtime.kind);
  } finally {
    bus.close();
    await app.stop();
    await desktop.stop();
  }
}

function rowsOf(before: Held, after: Held, times: number, runtime: string): Row[] {
  const row = (what: string, name: keyof Held, most: number, unit = ''): Row => {
    const show = (value: number): string =>
      unit === 'MiB' ? (value / 2 ** 20).toFixed(1) : `${value}`;
    return {
      measure: `${what}, window opened and closed ${times} times (${runtime})`,
      ours: `${show(after[name])} ${unit}`.trim(),
      control: `before ${show(before[name])} ${unit}`.trim(),
      ratio: (after[name] / before[name]).toFixed(3),
      goal: most === 1 ? 'no more than before' : `≤ ${most} ×`,
      met: after[name] <= before[name] * most,
    };
  };
  return [
    row('processes', 'processes', 1),
    row('descriptors of main', 'descriptors', 1),
    row('threads of main', 'threads', 1),
    row('resident memory of main', 'resident', 1 + tolerance, 'MiB'),
  ];
}

/** Opens and closes the main window again and again, each time until it is really gone. */
export const benchmark: Benchmark = {
  summary:
    'The main window, opened and closed: what stays behind (each of the 50 TIMES takes some 18 s)',
  numbers: ['TIMES'],
  run,
};
