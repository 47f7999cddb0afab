import { setTimeout as delay } from 'node:timers/promises';
import { showView, withStudio, type Studio } from '#tools/screenshots/studio.ts';
import { ensureBuilt } from '#tools/setup/build.ts';
import { chooseRuntime } from '#tools/setup/runtime.ts';
import { processorMsOf } from '../support/footprint.ts';
import type { ResultRow } from '../support/benchmark.ts';

const settleMs = 8_000;
const watchMs = 30_000;
/** Processor time in percent of one core. */
const maxCorePercent = 4;

/** Measures the processor time of the app while the station's view is open: all processes, over half a minute. */
export async function viewRows(
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<ResultRow[]> {
  await ensureBuilt({ log, signal });
  const runtime = await chooseRuntime({ log, signal });
  const rows: ResultRow[] = [];
  await withStudio({ runtime, signal, log }, async (studio) => {
    await showView(studio.app, 'today');
    const control = await coreShare(studio, signal);
    log(`today: ${control.toFixed(2)} %`);
    await showView(studio.app, 'station');
    await studio.app.waitForState(({ station }) => station.orbit !== null, signal);
    const visible = await coreShare(studio, signal);
    log(`station: ${visible.toFixed(2)} %`);
    await hidePage(studio);
    const hidden = await coreShare(studio, signal);
    const frames = await countDrawings(studio);
    rows.push(
      {
        measure: 'station view on screen, of one core',
        ours: `${visible.toFixed(1)} %`,
        control: `another view on screen ${control.toFixed(1)} %`,
        goal: `< ${maxCorePercent} %`,
        met: visible < maxCorePercent,
      },
      {
        measure: 'station view while the window is hidden, of one core; drawings in 5 s',
        ours: `${hidden.toFixed(1)} %; ${frames}`,
        control: `another view on screen ${control.toFixed(1)} %`,
        goal: 'no drawing',
        met: frames === 0,
      },
    );
  });
  return rows;
}

async function coreShare({ pid }: Studio, signal: AbortSignal): Promise<number> {
  await delay(settleMs, undefined, { signal });
  const cpuBefore = processorMsOf(pid);
  const begin = performance.now();
  await delay(watchMs, undefined, { signal });
  return (100 * (processorMsOf(pid) - cpuBefore)) / (performance.now() - begin);
}

/** Makes the page treat its window as hidden, as on a desktop that hides the window. */
async function hidePage({ app: { page } }: Studio): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** How often the map is drawn in 5 s. Each drawing copies the slow layer once. */
const countDrawings = ({ app: { page } }: Studio): Promise<number> =>
  page.evaluate(async () => {
    const { prototype } = CanvasRenderingContext2D;
    let count = 0;
    const copy = Object.getOwnPropertyDescriptor(prototype, 'drawImage');
    Object.defineProperty(prototype, 'drawImage', {
      configurable: true,
      value: () => (count += 1),
    });
    await new Promise((resolve) => setTimeout(resolve, 5000));
    if (copy !== undefined) Object.defineProperty(prototype, 'drawImage', copy);
    return count;
  });
