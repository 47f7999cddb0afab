// `node tools/screenshots/wallpapers.ts`: what pictures of four shapes become on two displays, as one picture.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { writeSky } from '../photos/ppm.ts';
import { root } from '../setup/paths.ts';
import { buildComposingPage, startComposing } from '../stand-in/composing/run.ts';

const run = promisify(execFile);

interface Shape {
  readonly name: string;
  /** Decides what the simulated sky looks like. */
  readonly date: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Where somebody stands and looks up, and how tall, as shares of the picture's width and height. */
  readonly somebody: { readonly x: number; readonly feet: number; readonly tall: number };
}

const shapes: readonly Shape[] = [
  {
    name: 'landscape, 3:2',
    date: '2026-11-20',
    title: 'Pearl Clouds above the Far Shore',
    width: 2400,
    height: 1600,
    somebody: { x: 0.24, feet: 0.89, tall: 0.17 },
  },
  {
    name: 'portrait, 2:3',
    date: '2026-11-17',
    title: 'The Milky Way Stands Upright',
    width: 1200,
    height: 1800,
    somebody: { x: 0.62, feet: 0.96, tall: 0.11 },
  },
  {
    name: 'panorama, 10:3',
    date: '2026-11-18',
    title: 'An Arch from Shore to Shore',
    width: 3000,
    height: 900,
    somebody: { x: 0.13, feet: 0.96, tall: 0.2 },
  },
  {
    name: 'small, 600 × 400',
    date: '2026-11-19',
    title: 'A Picture from the Early Days',
    width: 600,
    height: 400,
    somebody: { x: 0.7, feet: 0.96, tall: 0.16 },
  },
];

/** The panel of the primary display, in pixels. */
const panel = 40;

function display(id: number, width: number, height: number, covered: number) {
  const bounds = { x: 0, y: 0, width, height };
  const workArea = { ...bounds, height: height - covered };
  return { id, isPrimary: id === 1, bounds, workArea, scaleFactor: 1 };
}
const displays = [display(1, 2560, 1440, panel), display(2, 1280, 1024, 0)];

/** Height of each display on the sheet, gap between them, and room for a line of words. In pixels. */
const sheet = { height: 420, gap: 16, words: 34 };
const mostBytes = 400_000;
const ground = '#12151c';

/** A sky with somebody below it, as a JPEG. */
async function paint(shape: Shape, folder: string, signal: AbortSignal): Promise<string> {
  const { width, height, somebody, date } = shape;
  const sky = join(folder, 'sky.ppm');
  const path = join(folder, `${date}.jpg`);
  await writeSky(sky, date, { width, height });
  const tall = somebody.tall * height;
  const [x, feet] = [somebody.x * width, somebody.feet * height];
  const at = (dx: number, up: number): string => `${x + dx * tall},${feet - up * tall}`;
  // A coat down to the knees, two legs, and a head that is tilted back.
  const body = `path 'M ${at(-0.05, 0)} L ${at(-0.06, 0.3)} L ${at(-0.13, 0.29)} Q ${at(-0.12, 0.6)} ${at(-0.11, 0.74)} Q ${at(-0.08, 0.84)} ${at(0, 0.84)} Q ${at(0.09, 0.84)} ${at(0.11, 0.74)} Q ${at(0.13, 0.6)} ${at(0.14, 0.29)} L ${at(0.06, 0.3)} L ${at(0.06, 0)} L ${at(0.015, 0)} L ${at(0.01, 0.28)} L ${at(-0.005, 0.28)} L ${at(-0.01, 0)} Z'`;
  const head = `ellipse ${at(0.01, 0.915)} ${0.062 * tall},${0.075 * tall} 0,360`;
  const drawn = ['-fill', '#06080d'];
  await run('convert', [sky, ...drawn, '-draw', body, '-draw', head, '-quality', '92', path], {
    signal,
  });
  return path;
}

/** What the app's own composing page makes of it, for each display. */
async function compose(shape: Shape, path: string, pages: string, folder: string) {
  const { title } = shape;
  const made = join(folder, shape.date);
  await mkdir(made, { recursive: true });
  const composing = startComposing(
    {
      pages,
      folder: made,
      displays,
      timeoutMs: 30_000,
      picture: { path, lossless: false },
      text: { title, credit: 'The Overhead authors' },
    },
    folder,
  );
  try {
    const { paths, detail } = await composing.done;
    if (detail !== null) throw new Error(detail);
    return paths;
  } finally {
    await composing.end();
  }
}

/** A row of the sheet: the shape's name, and each display with its panel. */
async function row(shape: Shape, paths: readonly string[], folder: string): Promise<string> {
  const path = join(folder, `${shape.date}-row.png`);
  const { height, gap, words } = sheet;
  const shown = displays.flatMap(({ bounds, workArea }, index) => [
    ...['(', paths[index] ?? '', '-fill', '#2b3242', '-draw'],
    `rectangle 0,${workArea.height} ${bounds.width},${bounds.height + 1}`,
    ...['-resize', `x${height}`, '-bordercolor', ground, '-border', `${gap / 2}`, ')'],
  ]);
  await run('convert', [
    ...[...shown, '+append', '-background', ground, '-gravity', 'northwest'],
    ...['-splice', `0x${words}`, '-fill', '#c9d1e0', '-pointsize', '20', '-font', 'Inter-Regular'],
    ...['-annotate', `+${gap / 2}+8`, shape.name, path],
  ]);
  return path;
}

/** Writes the sheet. Takes half a minute. */
export async function makeWallpaperSheet(path: string, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'overhead-wallpapers-'));
  try {
    const pages = join(folder, 'pages');
    await buildComposingPage(pages);
    const rows: string[] = [];
    for (const shape of shapes) {
      const picture = await paint(shape, folder, signal);
      rows.push(await row(shape, await compose(shape, picture, pages, folder), folder));
    }
    await mkdir(join(path, '..'), { recursive: true });
    for (const quality of [86, 80, 74, 68, 60, 50]) {
      const sized = ['-append', '-strip', '-sampling-factor', '4:2:0', '-quality', `${quality}`];
      await run('convert', [...rows, ...sized, path], { signal });
      if ((await stat(path)).size <= mostBytes) return;
    }
    throw new Error('the sheet is too large');
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (import.meta.main) {
  const path = join(root, 'docs', 'images', 'wallpapers.jpg');
  await makeWallpaperSheet(path, AbortSignal.timeout(300_000));
  process.stdout.write(`${relative(root, path)}\n`);
}
