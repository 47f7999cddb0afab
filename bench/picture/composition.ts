import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ComposingResult } from '#tools/composing/composing.ts';
import { startComposing } from '#tools/composing/run.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import type { BenchmarkContext, ResultRow } from '../support/benchmark.ts';
import { median } from '../support/statistics.ts';
import {
  runConvert,
  wallpaperExtras,
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
const roundsOfWholeApp = 3;

interface Round extends ComposingResult {
  /** The peak memory of the process that decodes and draws, in bytes. */
  readonly peak: number;
  /** Milliseconds from the stop request until no process of Chromium remains. */
  readonly goneMs: number;
}

/** Measures one picture of 24 megapixels, from its bytes on the disk to the wallpaper on the disk. */
async function composeByApp(
  path: string,
  pages: string,
  scratch: string,
  drawing: Partial<typeof wallpaperExtras> = {},
): Promise<Round> {
  const job = {
    ...drawing,
    pages,
    folder: join(scratch, 'made'),
    displays: [display],
    timeoutMs: 30_000,
    picture: { path, lossless: false },
  };
  const composing = startComposing(job, scratch);
  let peak = 0;
  const look = (): void => {
    for (const { isRenderer, peak: seen } of composing.browsers())
      if (isRenderer) peak = Math.max(peak, seen);
  };
  try {
    // Reading the memory takes some milliseconds, so it is read only every 100 ms.
    const ended = composing.done.then(() => true);
    while (!(await Promise.race([delay(100, false), ended]))) look();
    const result = await composing.done;
    if (result.detail !== null) throw new Error(result.detail);
    const from = performance.now();
    await waitUntil(() => composing.browsers().length === 0, {
      message: 'Chromium is still there after 10 s',
      timeoutMs: 10_000,
    });
    return { ...result, peak, goneMs: performance.now() - from };
  } finally {
    await composing.end();
  }
}

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

export async function compositionRows({
  scratch,
  signal,
  log,
}: BenchmarkContext): Promise<readonly ResultRow[]> {
  const { path, pages, made } = await prepareComposing({ scratch, signal, log });
  const inPage: number[] = [];
  const withExtras: number[] = [];
  const appRounds: Round[] = [];
  const theirs: number[] = [];
  const bench = await openComposingBench(path, pages, made);
  try {
    for (let round = 0; round <= rounds; round += 1) {
      signal.throwIfAborted();
      const took = await bench.compose(display);
      const extra = await bench.compose(display, true);
      const controlled = await measureImageMagick(path, scratch, signal);
      log(`${formatMs(took)} in the page; ImageMagick ${formatMs(controlled)}`);
      // The first run is not counted: it fills the caches of the disk and of Chromium.
      if (round === 0) continue;
      inPage.push(took);
      withExtras.push(extra);
      theirs.push(controlled);
    }
  } finally {
    await bench.close();
  }
  for (let round = 0; round < roundsOfWholeApp; round += 1) {
    signal.throwIfAborted();
    const composition = await composeByApp(path, pages, scratch);
    log(
      `${formatMs(composition.writtenMs)} in all, of which ${formatMs(composition.askedMs)} until the page is there`,
    );
    appRounds.push(composition);
  }
  const full = await composeByApp(path, pages, scratch, wallpaperExtras);
  const our = median(inPage);
  const their = median(theirs);
  const writtenTimes = appRounds.map(({ writtenMs }) => writtenMs);
  return [
    {
      measure: '24 MP JPEG → 3840 × 2160: from its bytes to the file (median)',
      ours: formatMs(our),
      control: `ImageMagick ${formatMs(their)}`,
      ratio: `${(our / their).toFixed(2)} ×`,
      goal: `< ${goalMs} ms`,
      met: our < goalMs,
    },
    { measure: '… slowest', ours: formatMs(Math.max(...inPage)) },
    {
      measure: '… dimmed and with tonight’s pass (median)',
      ours: formatMs(median(withExtras)),
      goal: `< ${goalMs} ms`,
      met: median(withExtras) < goalMs,
    },
    {
      measure: '… in the stand-in, with the start of a Chromium of its own (median)',
      ours: formatMs(median(writtenTimes)),
    },
    {
      measure: '… peak memory of the renderer',
      ours: formatMebibytes(Math.max(...appRounds.map(({ peak }) => peak))),
    },
    { measure: '… the same, dimmed and with tonight’s pass', ours: formatMebibytes(full.peak) },
    {
      measure: '… until no process of it is left (slowest)',
      ours: formatMs(Math.max(...appRounds.map(({ goneMs }) => goneMs))),
    },
  ];
}
