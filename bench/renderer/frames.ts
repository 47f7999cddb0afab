// Measures the frames of the globe while it turns, and of the sky of a pass while the station moves.
import type { Browser, Page } from 'playwright-core';
import type { Row } from '../support/benchmark.ts';
import { median, quantile } from '../support/statistics.ts';

const size = { width: 1920, height: 1080 };
/** The first frames compile the code that the others use. */
const warmUp = 60;
const most = 4;

/** Milliseconds of one frame on the main thread: scripts, style, layout, paint, and the drawing of canvases. */
interface FrameTime {
  /** Processor time. */
  readonly busy: number;
  /** Elapsed time: longer if another process has the processor. */
  readonly passed: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Start and duration by the clock, and duration on the processor: microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/** The time of all tasks of the page's main thread up to the end of each frame. */
function framesIn(trace: Buffer): FrameTime[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const complete = traceEvents.filter(({ ph }) => ph === 'X').sort((a, b) => a.ts - b.ts);
  const callbacks = complete.filter(({ name }) => name === 'FireAnimationFrame');
  const [page] = callbacks;
  const tasks = complete.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === page?.pid && tid === page.tid,
  );
  const frames: FrameTime[] = [];
  let [next, busy, passed] = [0, 0, 0];
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    busy += tdur / 1000;
    passed += dur / 1000;
    while ((callbacks[next]?.ts ?? Infinity) < ts) next += 1;
    if ((callbacks[next]?.ts ?? Infinity) > ts + dur) continue;
    frames.push({ busy, passed });
    [busy, passed] = [0, 0];
  }
  return frames;
}

/** Runs `move` in the page before each of `count` frames, as a pointer or a timer does, and measures them. */
async function frameTimes(page: Page, move: string, count: number): Promise<FrameTime[]> {
  const browser = page.context().browser();
  const run = (from: number, to: number): Promise<void> =>
    page.evaluate(
      async ([body, first, end]) => {
        // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the function is a constant of this file
        const step = new Function('k', body) as (k: number) => void;
        for (let k = first; k < end; k += 1) {
          await new Promise(requestAnimationFrame);
          await new Promise((resolve) => setTimeout(resolve));
          step(k);
        }
      },
      [move, from, to] as const,
    );
  await run(0, warmUp);
  await browser?.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await run(warmUp, warmUp + count);
  const trace = await browser?.stopTracing();
  return trace === undefined ? [] : framesIn(trace);
}

/** Drags the globe by some pixels. */
const turnGlobe = `
  const canvas = document.querySelector('.world canvas');
  const at = (x) => ({ clientX: x, clientY: 500, button: 0, pointerId: 1, bubbles: true });
  canvas.setPointerCapture = () => undefined;
  if (k === 0) canvas.dispatchEvent(new PointerEvent('pointerdown', at(700)));
  canvas.dispatchEvent(new PointerEvent('pointermove', at(700 + 6 * (k + 1))));`;

/** Moves the station along its path as its slider does. */
const moveStation = `
  const slider = document.querySelector('figcaption input[type=range]');
  slider.value = String((5 * k) % Number(slider.max));
  slider.dispatchEvent(new Event('input', { bubbles: true }));`;

const millis = (value: number): string => `${value.toFixed(1)} ms`;

function rowOf(what: string, times: readonly FrameTime[]): Row {
  const busy = times.map((time) => time.busy);
  const passed = times.map((time) => time.passed);
  const p95 = quantile(busy, 0.95);
  return {
    measure: `${what} at ${size.width} × ${size.height}, processor time of a frame, p95 of ${times.length}`,
    ours: millis(p95),
    control: `median ${millis(median(busy))}; by the clock median ${millis(median(passed))}, p95 ${millis(quantile(passed, 0.95))}`,
    goal: `≤ ${most} ms`,
    met: p95 <= most,
  };
}

/** The rows of globe and sky, each of `count` frames. */
export async function frameRows(
  browser: Browser,
  address: string,
  double: string,
  count: number,
): Promise<Row[]> {
  const page = await browser.newPage({ viewport: size });
  try {
    await page.addInitScript({ content: double });
    await page.goto(`${address}#station`);
    await page.locator('canvas[data-land=true]').waitFor();
    await page.getByRole('radio', { name: 'Globe' }).click();
    // Towns are loaded when the page is idle.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
    const globe = await frameTimes(page, turnGlobe, count);
    await page.goto('about:blank');
    await page.goto(`${address}#station/passes`);
    await page.locator('.sky-layers').first().waitFor();
    const sky = await frameTimes(page, moveStation, count);
    return [rowOf('globe while it turns', globe), rowOf('sky while the station moves', sky)];
  } finally {
    await page.close();
  }
}
