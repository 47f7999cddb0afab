import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openBus } from '#stand-in/dbus/bus.ts';
import { findTrayItem } from '#stand-in/dbus/tray.ts';
import { startDesktop } from '#stand-in/desktop/desktop.ts';
import { ensureBuilt } from '#tools/setup/build.ts';
import { chooseRuntime } from '#tools/setup/runtime.ts';
import { launchApp } from '#tools/start/app.ts';
import { waitForPage } from '#tools/start/page.ts';
import { choosePort } from '#tools/start/port.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import type { BenchmarkContext, Benchmark, ResultRow } from '../support/benchmark.ts';
import { footprintOf } from '../support/footprint.ts';

/** The wait before each measurement, in which freed memory is returned to the system; milliseconds. */
const settleMs = 5_000;
/** The allowed growth of memory, as a fraction. A user would not notice this growth. */
const maxGrowth = 0.01;

/**
 * The resources that the app uses. Growing numbers of descriptors or threads would show that something was not closed
 * or stopped.
 */
function measureResources(pid: number) {
  const { pids, descriptors, threads, resident } = footprintOf(pid);
  return { processes: pids.length, descriptors, threads, resident };
}
type HeldResources = ReturnType<typeof measureResources>;

async function runWindows({
  signal,
  scratch,
  log,
  args,
}: BenchmarkContext): Promise<readonly ResultRow[]> {
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
      await waitUntil(() => footprintOf(app.pid).renderers === 0, {
        message: 'the window is still there',
        timeoutMs: 60_000,
        signal: any,
      });
    };
    // The first three times are not counted: they load code and fill pools.
    for (let warm = 0; warm < 3; warm += 1) await openAndClose();
    await delay(settleMs, undefined, { signal });
    const first = measureResources(app.pid);
    log(`before: ${JSON.stringify(first)}`);
    for (let time = 1; time <= times; time += 1) {
      await openAndClose();
      if (time % 10 === 0) log(`${time} of ${times}: ${JSON.stringify(measureResources(app.pid))}`);
    }
    await delay(settleMs, undefined, { signal });
    return resultRowsOf(first, measureResources(app.pid), times, runtime.kind);
  } finally {
    bus.close();
    await app.stop();
    await desktop.stop();
  }
}

function resultRowsOf(
  first: HeldResources,
  last: HeldResources,
  times: number,
  runtime: string,
): ResultRow[] {
  const row = (what: string, name: keyof HeldResources, most: number, unit = ''): ResultRow => {
    const show = (value: number): string =>
      unit === 'MiB' ? (value / 2 ** 20).toFixed(1) : `${value}`;
    return {
      measure: `${what}, window opened and closed ${times} times (${runtime})`,
      ours: `${show(last[name])} ${unit}`.trim(),
      control: `before ${show(first[name])} ${unit}`.trim(),
      ratio: (last[name] / first[name]).toFixed(3),
      goal: most === 1 ? 'no more than before' : `≤ ${most} ×`,
      met: last[name] <= first[name] * most,
    };
  };
  return [
    row('processes', 'processes', 1),
    row('descriptors of main', 'descriptors', 1),
    row('threads of main', 'threads', 1),
    row('resident memory of main', 'resident', 1 + maxGrowth, 'MiB'),
  ];
}

/** Measures the resources after the main window has been opened and closed repeatedly. */
export const benchmark: Benchmark = {
  summary:
    'The main window, opened and closed: what stays behind (each of the 50 TIMES takes some 18 s)',
  numbers: ['TIMES'],
  run: runWindows,
};
