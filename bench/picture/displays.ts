import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DayPicture } from '#shared/picture/picture.ts';
import { defaultAppearance } from '#shared/wallpaper/appearance.ts';
import { compositionFiles } from '#platform/composer/files.ts';
import { programCommand, type Backend } from '#wallpaper/desktops/backend.ts';
import { plainLook } from '#wallpaper/plan.ts';
import { executeProgram } from '#platform/process/run.ts';
import { createDesktopStore } from '#wallpaper/setter/desktop-store.ts';
import { DesktopSetter } from '#wallpaper/setter/setter.ts';
import type { BenchmarkContext, ResultRow } from '../support/benchmark.ts';
import { median } from '../support/statistics.ts';
import { formatMebibytes, formatMs, openComposingBench, prepareComposing } from './picture-page.ts';

const makeDisplay = (id: number, x: number, width: number, height: number, scaleFactor: number) => {
  const area = { x, y: 0, width, height };
  return { id, isPrimary: id === 1, bounds: area, workArea: area, scaleFactor };
};
/** Four displays: two of 3840 × 2160 pixels, one of 2560 × 1440 pixels, and one of 1200 × 1920 pixels (portrait). */
const displays = [
  makeDisplay(1, 0, 1920, 1080, 2),
  makeDisplay(2, 1920, 1920, 1080, 2),
  makeDisplay(3, 3840, 2560, 1440, 1),
  makeDisplay(4, 6400, 1200, 1920, 1),
];
const displayGoals = { ms: 4000, bytes: 350 * 2 ** 20 };
const rounds = 5;

/** A desktop that accepts every picture without delay. */
const desktop: Backend = {
  name: 'bench',
  reach: 'each',
  canChoose: true,
  persists: true,
  survey: [],
  held: () => null,
  settings: (_answers, { pictures }) =>
    pictures.map(({ path, display }) => ({ key: String(display.id), value: path })),
  write: (key) => programCommand('true', key),
};

const dayPictureOf = (date: string): DayPicture => ({
  record: {
    ...{
      date,
      title: 'A galaxy far away',
      explanation: '',
      credit: 'Somebody',
      mediaType: 'image',
    },
    ...{ url: null, hdUrl: null, thumbnailUrl: null, links: [], alt: null, pageUrl: null },
    servedBy: 'successor',
  },
  file: { name: `${date}.jpg`, format: 'jpeg', bytes: 1, width: 6000, height: 4000 },
});

/** Composes, writes and sets the picture of a different day on each of four displays, in the same way as the app. */
export async function displayRows(around: BenchmarkContext): Promise<readonly ResultRow[]> {
  const { scratch, signal, log } = around;
  const { path, pages, made: folder } = await prepareComposing(around);
  const bench = await openComposingBench(path, pages, folder);
  const others = new Map(
    displays
      .slice(1)
      .map(({ id }) => [id, { picture: dayPictureOf(`2026-11-0${id}`), path }] as const),
  );

  /** Returns the time of the change in milliseconds. */
  async function change(): Promise<number> {
    const targetFolder = join(scratch, 'set');
    mkdirSync(targetFolder, { recursive: true });
    const setter = new DesktopSetter({
      backends: [desktop],
      lockScreen: null,
      onLockScreen: () => undefined,
      desktopName: 'bench',
      session: 'bench',
      displays: () => displays,
      settings: () => ({
        ...{ fit: 'automatic', caption: true, displays: 'all', lockScreen: false },
        appearance: defaultAppearance,
      }),
      look: () => plainLook,
      exampleLook: () => plainLook,
      composer: bench.composer,
      files: compositionFiles(targetFolder),
      store: createDesktopStore(join(targetFolder, 'desktop.json'), Date.now),
      ownFolders: [targetFolder],
      onPlan: () => undefined,
      onFailure: (_display, detail) => log(detail),
      run: (ended) => (program, args) => executeProgram(program, args, ended),
    });
    const from = performance.now();
    const result = await setter.set(
      { picture: { picture: dayPictureOf('2026-11-21'), path }, others, order: {} },
      signal,
    );
    if (!result.ok) throw new Error(result.failure.detail);
    const dates = new Set(result.value.displays?.map(({ date }) => date));
    if (dates.size !== displays.length) throw new Error('a display shows the picture of another');
    return performance.now() - from;
  }

  const times: number[] = [];
  let [peak, most] = [0, 0];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      signal.throwIfAborted();
      const ended = new AbortController();
      const changing = change().finally(() => ended.abort());
      while (!ended.signal.aborted) {
        const browsers = await bench.look();
        peak = Math.max(peak, browsers.peak);
        most = Math.max(most, browsers.pages);
        await delay(100);
      }
      const took = await changing;
      log(`four displays: ${formatMs(took)}; ${formatMebibytes(peak)}, ${most} page(s)`);
      // The times of the first round are not counted: this round fills caches.
      if (round === 0) continue;
      times.push(took);
    }
  } finally {
    await bench.close();
  }
  return [
    {
      measure: 'four displays (two 4K), a 24 MP picture each: composed, written and set (median)',
      ours: formatMs(median(times)),
      goal: `≤ ${displayGoals.ms} ms`,
      met: median(times) <= displayGoals.ms,
    },
    {
      measure: '… peak memory of a renderer',
      ours: formatMebibytes(peak),
      goal: `≤ ${formatMebibytes(displayGoals.bytes)}`,
      met: peak <= displayGoals.bytes,
    },
    { measure: '… composing pages at a time', ours: String(most), goal: '1', met: most === 1 },
  ];
}
