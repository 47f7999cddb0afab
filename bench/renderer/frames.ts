// Measures the frames of the globe while the globe turns, and of the sky of a pass while the station moves.
import type { Browser, Page } from 'playwright-core';
import type { ResultRow } from '../support/benchmark.ts';
import { median, quantile } from '../support/statistics.ts';

const size = { width: 1920, height: 1080 };
/** The number of frames at the start that are not counted: the code is compiled during these frames. */
const warmUpFrames = 60;
const maxMs = 4;

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

/**
 * The processor time that each frame takes on the page's main thread, in milliseconds: scripts, style, layout, paint,
 * and the drawing of canvases.
 */
function framesIn(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const complete = traceEvents.filter(({ ph }) => ph === 'X').sort((a, b) => a.ts - b.ts);
  const callbacks = complete.filter(({ name }) => name === 'FireAnimationFrame');
  const [page] = callbacks;
  const tasks = complete.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === page?.pid && tid === page.tid,
  );
  const frames: number[] = [];
  let [next, busy] = [0, 0];
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    busy += tdur / 1000;
    while ((callbacks[next]?.ts ?? Infinity) < ts) next += 1;
    if ((callbacks[next]?.ts ?? Infinity) > ts + dur) continue;
    frames.push(busy);
    busy = 0;
  }
  return frames;
}

/** Measures the frames of the page while `act` runs. */
async function framesDuring(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser();
  // Record fewer categories than DevTools, because each event takes time in the measured thread.
  await browser?.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await act();
  const trace = await browser?.stopTracing();
  return trace === undefined ? [] : framesIn(trace);
}

/** Runs `move` in the page before each of `count` frames, as a pointer does, and measures these frames. */
async function framesOfMoves(page: Page, move: string, count: number): Promise<number[]> {
  const run = (from: number, to: number): Promise<void> =>
    page.evaluate(
      async ([body, first, end]) => {
        // oxlint-disable-next-line typescript/no-implied-eval -- the function is a constant of this file
        const step = new Function('k', body) as (k: number) => void;
        for (let k = first; k < end; k += 1) {
          await new Promise(requestAnimationFrame);
          await new Promise((resolve) => setTimeout(resolve));
          step(k);
        }
      },
      [move, from, to] as const,
    );
  await run(0, warmUpFrames);
  return framesDuring(page, () => run(warmUpFrames, warmUpFrames + count));
}

/**
 * Plays the chosen pass once without measuring, then again until `count` frames are measured. During the measurement,
 * only the app's own scripts run: a locator of Playwright would search the page ten times a second.
 */
async function framesOfPass(page: Page, count: number): Promise<number[]> {
  const button = await page.getByRole('button', { name: 'Play the pass' }).elementHandle();
  const play = (): Promise<void> =>
    button.evaluate((element) => {
      const start = element.ariaLabel;
      return new Promise<void>((resolve) => {
        let isPlaying = false;
        const observer = new MutationObserver(() => {
          if (element.ariaLabel !== start) isPlaying = true;
          else if (isPlaying) {
            observer.disconnect();
            resolve();
          }
        });
        observer.observe(element, { attributeFilter: ['aria-label'] });
        (element as HTMLElement).click();
      });
    });
  await play();
  const frames: number[] = [];
  while (frames.length < count) frames.push(...(await framesDuring(page, play)));
  return frames;
}

/** A script that drags the globe by some pixels. */
const turnGlobe = `
  const at = (x) => ({ clientX: x, clientY: 500, button: 0, pointerId: 1, bubbles: true });
  globalThis.globe ??= document.querySelector('.world canvas');
  globe.setPointerCapture = () => undefined;
  if (k === 0) globe.dispatchEvent(new PointerEvent('pointerdown', at(700)));
  globe.dispatchEvent(new PointerEvent('pointermove', at(700 + 6 * (k + 1))));`;

/**
 * The page of both controls. It contains only a canvas of the size of the globe's canvas. One control fills the canvas
 * in each frame, the other does nothing.
 */
const emptyPage = '<canvas width="940" height="713"></canvas>';
const fillCanvas = `
  const context = document.querySelector('canvas').getContext('2d');
  context.fillStyle = k % 2 === 0 ? '#112' : '#211';
  context.fillRect(0, 0, 940, 713);`;
const doNothing = '';

const formatMs = (value: number): string => `${value.toFixed(1)} ms`;

interface Controls {
  readonly filled: readonly number[];
  readonly empty: readonly number[];
}

function frameRowOf(
  what: string,
  times: readonly number[],
  { filled, empty }: Controls,
): ResultRow {
  const p95 = quantile(times, 0.95);
  const both = (of: readonly number[]): string =>
    `${formatMs(quantile(of, 0.95))}, median ${formatMs(median(of))}`;
  return {
    measure: `${what} at ${size.width} × ${size.height}, processor time of a frame, p95 of ${times.length}`,
    ours: both(times),
    control: `a canvas that is only filled ${both(filled)}; an empty frame ${both(empty)}`,
    ratio: (median(times) / median(filled)).toFixed(2),
    goal: `≤ ${maxMs} ms`,
    met: p95 <= maxMs,
  };
}

/** Measures the globe and the sky, with `count` frames each. */
export async function frameRows(
  browser: Browser,
  address: string,
  double: string,
  count: number,
): Promise<ResultRow[]> {
  const page = await browser.newPage({ viewport: size });
  try {
    await page.addInitScript({ content: double });
    await page.goto(`${address}#station`);
    await page.locator('canvas[data-land=true]').waitFor();
    // Towns are loaded when the page is idle.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
    const globe = await framesOfMoves(page, turnGlobe, count);
    await page.goto('about:blank');
    await page.goto(`${address}#station/passes`);
    await page.locator('.sky-layers').first().waitFor();
    const sky = await framesOfPass(page, count);
    await page.goto('about:blank');
    await page.setContent(emptyPage);
    const controls = {
      filled: await framesOfMoves(page, fillCanvas, count),
      empty: await framesOfMoves(page, doNothing, count),
    };
    return [
      frameRowOf('globe while it turns', globe, controls),
      frameRowOf('sky while a pass is played', sky, controls),
    ];
  } finally {
    await page.close();
  }
}
