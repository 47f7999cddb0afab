import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchmarkContext, ResultRow } from '../support/benchmark.ts';
import { median } from '../support/statistics.ts';
import {
  runConvert,
  formatMebibytes,
  formatMs,
  openComposingBench,
  prepareComposing,
} from './picture-page.ts';

const bounds = { x: 0, y: 0, width: 1920, height: 1080 };
/** A display of 3840 × 2160 pixels. */
const display = { id: 1, isPrimary: true, bounds, workArea: bounds, scaleFactor: 2 };
const goalMs = 1500;
const rounds = 7;

/** The time of ImageMagick for the same picture without blur and caption, in milliseconds. */
async function measureImageMagick(
  path: string,
  scratch: string,
  signal: AbortSignal,
): Promise<number> {
  const size = '3840x2160';
  const from = performance.now();
  await runConvert(
    [
      ...[path, '-resize', `${size}^`, '-gravity', 'center', '-extent', size],
      ...['-quality', '92', join(scratch, 'control.jpg')],
    ],
    signal,
  );
  return performance.now() - from;
}

/** Measures one picture of 24 megapixels, from its bytes to the wallpaper on the disk. */
export async function compositionRows({
  scratch,
  signal,
  log,
}: BenchmarkContext): Promise<readonly ResultRow[]> {
  const { path, pages, made } = await prepareComposing({ scratch, signal, log });
  const plain: number[] = [];
  const withExtras: number[] = [];
  const theirs: number[] = [];
  const peaks = { plain: 0, extras: 0 };
  const bench = await openComposingBench(path, pages, made);
  /** Composes once more, and returns the peak memory of the renderer meanwhile. */
  async function peakOf(hasExtras: boolean): Promise<number> {
    let peak = 0;
    const ended = bench.compose(display, hasExtras).then(() => true);
    while (!(await Promise.race([delay(100, false), ended])))
      peak = Math.max(peak, bench.peakMemory());
    return peak;
  }
  try {
    for (let round = 0; round <= rounds; round += 1) {
      signal.throwIfAborted();
      const took = await bench.compose(display);
      const extra = await bench.compose(display, true);
      const controlled = await measureImageMagick(path, scratch, signal);
      log(`${formatMs(took)} in the page; ImageMagick ${formatMs(controlled)}`);
      // The first run is not counted: it fills the caches of the disk and of Chromium.
      if (round === 0) continue;
      plain.push(took);
      withExtras.push(extra);
      theirs.push(controlled);
    }
    peaks.plain = await peakOf(false);
    peaks.extras = await peakOf(true);
  } finally {
    await bench.close();
  }
  const [our, their] = [median(plain), median(theirs)];
  return [
    {
      measure: '24 MP JPEG → 3840 × 2160: from its bytes to the file (median)',
      ours: formatMs(our),
      control: `ImageMagick ${formatMs(their)}`,
      ratio: `${(our / their).toFixed(2)} ×`,
      goal: `< ${goalMs} ms`,
      met: our < goalMs,
    },
    { measure: '… slowest', ours: formatMs(Math.max(...plain)) },
    {
      measure: '… dimmed and with tonight’s pass (median)',
      ours: formatMs(median(withExtras)),
      goal: `< ${goalMs} ms`,
      met: median(withExtras) < goalMs,
    },
    { measure: '… peak memory of the renderer', ours: formatMebibytes(peaks.plain) },
    {
      measure: '… the same, dimmed and with tonight’s pass',
      ours: formatMebibytes(peaks.extras),
    },
  ];
}
