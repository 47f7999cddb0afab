// Takes one sheet with four rows: the wallpapers that the app composes from pictures of four shapes on two displays.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../setup/paths.ts';
import { buildComposingPage, startComposing } from '#tools/composing/run.ts';
import type { Photographer } from './studio.ts';

const run = promisify(execFile);

/** The file in `resources/photos`, and the caption of its row on the sheet. */
const pictures = [
  ['amber-peaks', 'landscape, 16:9'],
  ['violet-pines', 'portrait, 3:4'],
  ['blue-peaks', 'panorama, 24:7'],
  ['pearl-pines', 'small, 640 × 480'],
] as const;

const makeDisplay = (id: number, width: number, height: number, panel: number) => ({
  id,
  isPrimary: id === 1,
  bounds: { x: 0, y: 0, width, height },
  workArea: { x: 0, y: 0, width, height: height - panel },
  scaleFactor: 1,
});
const displays = [makeDisplay(1, 2560, 1440, 40), makeDisplay(2, 1280, 1024, 0)];

/** In pixels: the height of each display on the sheet, the gap between displays, and the height of a caption. */
const sheetSizes = { height: 420, gap: 16, words: 34 };
const groundColour = '#12151c';

/** Composes a picture in the app's composing page. Returns a file for each display. */
async function composePicture(
  name: string,
  pages: string,
  folder: string,
): Promise<readonly string[]> {
  const results = join(folder, name);
  await mkdir(results, { recursive: true });
  const job = {
    pages,
    folder: results,
    displays,
    timeoutMs: 30_000,
    picture: { path: join(root, 'resources', 'photos', `${name}.jpg`), lossless: false },
  };
  const composing = startComposing(job, folder);
  try {
    const { paths, detail } = await composing.done;
    if (detail !== null) throw new Error(detail);
    return paths;
  } finally {
    await composing.end();
  }
}

/** Makes a row of the sheet: the name of the shape, and each display with its panel in a lighter gray. */
async function makeSheetRow(
  words: string,
  paths: readonly string[],
  path: string,
): Promise<string> {
  const shown = displays.flatMap(({ bounds, workArea }, index) => [
    ...['(', paths[index] ?? '', '-fill', '#2b3242', '-draw'],
    `rectangle 0,${workArea.height} ${bounds.width},${bounds.height + 1}`,
    ...[
      '-resize',
      `x${sheetSizes.height}`,
      '-bordercolor',
      groundColour,
      '-border',
      `${sheetSizes.gap / 2}`,
      ')',
    ],
  ]);
  await run('convert', [
    ...[...shown, '+append', '-background', groundColour, '-gravity', 'northwest'],
    ...['-splice', `0x${sheetSizes.words}`, '-fill', '#c9d1e0'],
    ...[
      '-pointsize',
      '20',
      '-font',
      'Inter-Regular',
      '-annotate',
      `+${sheetSizes.gap / 2}+8`,
      words,
    ],
    path,
  ]);
  return path;
}

/** Takes the picture of the wallpapers. This needs no window of the app. */
export const photographWallpapers: Photographer = async ({ folder, keep }) => {
  const pages = join(folder, 'pages');
  await buildComposingPage(pages);
  const rows: string[] = [];
  for (const [name, words] of pictures)
    rows.push(
      await makeSheetRow(
        words,
        await composePicture(name, pages, folder),
        join(folder, `${name}.png`),
      ),
    );
  const png = join(folder, 'wallpapers.png');
  await run('convert', [...rows, '-append', png]);
  await keep(png, 'wallpapers');
};
