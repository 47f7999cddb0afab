// `node tools/photos/main.ts`: draws the pictures that the embedded picture service shows, and describes them.
// Needs ImageMagick (`convert`). The pictures in resources/photos are kept in the repository.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Photo } from '#embedded/picture/photos.ts';
import type { Shape } from '#embedded/picture/world.ts';
import { root } from '../setup/paths.ts';
import { writeSky } from './ppm.ts';
import { sceneOf, type Scene } from './sky/scene.ts';

const run = promisify(execFile);
const folder = join(root, 'resources', 'photos');
const index = join(root, 'src', 'embedded', 'picture', 'photos.json');

interface Plan {
  readonly name: string;
  /** Decides what the sky looks like. */
  readonly seed: string;
  readonly shape: Shape;
  readonly width: number;
  readonly height: number;
  readonly format?: 'png' | 'gif';
  /** How the original is stored; the renditions are plain files. */
  readonly stored?: 'progressive' | 'cmyk' | 'upside-down' | 'on its side';
  /** Widths of the renditions; wider than the original is an upscaled one. */
  readonly renditions: readonly number[];
}

const wide = {
  shape: 'landscape',
  width: 1920,
  height: 1080,
  renditions: [640, 1280, 2560],
} as const;
const high = { shape: 'portrait', width: 1350, height: 1800, renditions: [480, 960] } as const;
const plans: readonly Plan[] = [
  { name: 'pearl-lake', seed: '2026-11-20', ...wide },
  { name: 'crimson-peaks', seed: '2026-11-18', ...wide, stored: 'progressive' },
  { name: 'jade-pines', seed: '2026-11-25', ...wide, stored: 'cmyk' },
  { name: 'rose-lake', seed: '2026-11-23', ...wide, stored: 'upside-down' },
  { name: 'amber-peaks', seed: '2026-11-24', ...wide },
  { name: 'violet-pines', seed: '2026-11-28', ...high },
  { name: 'teal-lake', seed: '2026-11-05', ...high, stored: 'on its side' },
  {
    name: 'blue-peaks',
    seed: '2026-11-15',
    shape: 'panorama',
    renditions: [640, 1280],
    width: 2880,
    height: 840,
  },
  {
    name: 'pearl-pines',
    seed: '2026-11-07',
    shape: 'small',
    width: 640,
    height: 480,
    renditions: [],
  },
  {
    name: 'rose-peaks',
    seed: '2026-11-30',
    shape: 'landscape',
    renditions: [640],
    width: 960,
    height: 540,
    format: 'png',
  },
  {
    name: 'blue-pines',
    seed: '2026-11-19',
    shape: 'small',
    renditions: [],
    width: 480,
    height: 360,
    format: 'gif',
  },
];

const mark = 'Overhead: simulated sky';
/** Baseline JPEG, with no metadata. */
const jpeg = (quality: number): string[] => [
  ...['-strip', '-sampling-factor', '4:2:0', '-quality', `${quality}`],
];
/** How many colours make a small file of stars. */
const palette = (colours: number): string[] => ['-strip', '+dither', '-colors', `${colours}`];

async function draw(plan: Plan, scratch: string): Promise<Photo> {
  const { name, seed, shape, width, height, format = 'jpg', renditions } = plan;
  const sky = join(scratch, `${name}.ppm`);
  await writeSky(sky, seed, { width, height });
  const points = Math.max(11, Math.round(height / 60));
  const words = ['-gravity', 'southeast', '-font', 'DejaVu-Sans', '-pointsize', `${points}`];
  const marked = [sky, ...words, '-fill', '#ffffffa0', '-annotate', `+${points}+${points}`, mark];

  const write = async (file: string, how: readonly string[]): Promise<void> => {
    await run('convert', [...marked, ...how, join(folder, file)]);
  };
  const original = `${name}.${format}`;
  await write(original, originalOf(plan));
  if (plan.stored === 'upside-down') await tag(join(folder, original), 3);
  if (plan.stored === 'on its side') await tag(join(folder, original), 6);
  const files = [{ file: original, width, height }];
  for (const wanted of renditions) {
    const size = { width: wanted, height: Math.round((height * wanted) / width) };
    const file = `${name}-${wanted}.${format}`;
    const resized = ['-resize', `${size.width}x${size.height}!`];
    const encoded = format === 'png' ? palette(40) : jpeg(wanted > width ? 22 : 45);
    await write(file, [...resized, ...encoded]);
    files.push({ file, ...size });
  }
  const scene = sceneOf(seed, width / height);
  return {
    name,
    format,
    shape,
    colour: scene.palette.name,
    land: scene.landscape,
    alt: altOf(scene, shape),
    files,
  };
}

function originalOf({ format, shape, stored }: Plan): readonly string[] {
  if (format === 'gif') return palette(24);
  if (format === 'png') return palette(40);
  switch (stored) {
    case 'progressive':
      return [...jpeg(45), '-interlace', 'JPEG'];
    case 'cmyk':
      return ['-colorspace', 'CMYK', ...jpeg(45)];
    case 'upside-down':
      return ['-rotate', '180', ...jpeg(45)];
    case 'on its side':
      return ['-rotate', '270', ...jpeg(45)];
    default:
      // Small files are worth more.
      return jpeg(shape === 'small' ? 88 : 45);
  }
}

/** Adds an Exif segment with nothing but the orientation (Exif 2.3, tag 0x0112) to a JPEG file. */
async function tag(path: string, orientation: number): Promise<void> {
  const exif = Buffer.alloc(36);
  exif.writeUInt16BE(0xff_e1, 0);
  exif.writeUInt16BE(34, 2);
  exif.write('Exif\0\0MM\0*\0\0\0\x08', 4, 'latin1');
  // One entry: the tag, SHORT, one value, the value; then no further directory.
  exif.writeUInt16BE(1, 18);
  exif.writeUInt16BE(0x01_12, 20);
  exif.writeUInt16BE(3, 22);
  exif.writeUInt32BE(1, 24);
  exif.writeUInt16BE(orientation, 28);
  const file = await readFile(path);
  await writeFile(path, Buffer.concat([file.subarray(0, 2), exif, file.subarray(2)]));
}

const grounds: Readonly<Record<Scene['landscape'], string>> = {
  peaks: 'three ranges of mountains, the nearest almost black',
  pines: 'gentle hills with dark conifers in front',
  lake: 'low mountains and a still lake that mirrors them and the stars',
};

/** What a picture shows, for those who do not see it. */
function altOf({ band, landscape, palette: { name } }: Scene, shape: Shape): string {
  // Rows count downwards: a positive angle falls to the right.
  const [from, to] = band.angle > 0 ? ['right', 'left'] : ['left', 'right'];
  const course =
    shape === 'panorama'
      ? 'arches over the whole view'
      : `${Math.abs(band.angle) > 0.95 ? 'rises steeply' : 'runs'} from the lower ${from} to the upper ${to}`;
  return (
    `A drawn night sky full of stars, some with four rays. The Milky Way ${course}, with dark lanes of ` +
    `dust and ${name.toLowerCase()} clouds of gas. Below: ${grounds[landscape]}.`
  );
}

/** What broken days of the public service show in place of a picture: an emblem of nobody. */
async function drawPlaceholder(): Promise<void> {
  await run('convert', [
    ...['-size', '594x516', 'xc:#eceef2', '-fill', '#263e80', '-draw', 'circle 297,238 297,98'],
    ...['-fill', 'none', '-stroke', '#d64a3e', '-strokewidth', '14'],
    ...['-draw', 'translate 297,238 rotate -24 ellipse 0,0 215,62 0,360'],
    ...['-stroke', 'none', '-fill', '#263e80', '-gravity', 'south', '-font', 'DejaVu-Sans'],
    ...['-pointsize', '26', '-annotate', '+0+30', 'No picture (simulated)'],
    ...['-strip', '-colors', '16', `PNG8:${join(folder, 'placeholder.png')}`],
  ]);
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const scratch = await mkdtemp(join(tmpdir(), 'overhead-photos-'));
try {
  const photos: Photo[] = [];
  for (const plan of plans) photos.push(await draw(plan, scratch));
  await drawPlaceholder();
  await writeFile(index, `${JSON.stringify(photos, null, 2)}\n`);
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  const total = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024);
  process.stdout.write(`${names.length} files, ${total} KiB\n`);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
