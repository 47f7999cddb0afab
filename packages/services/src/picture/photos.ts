import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countDays, firstDay } from './calendar.ts';
import { addComment } from './image/formats.ts';
import table from './photos.json' with { type: 'json' };
import { hash32 } from './hash.ts';
import type { PictureShape } from './world.ts';

/** A photo in `resources/photos`. Several days share a photo. */
export interface Photo {
  readonly name: string;
  readonly format: 'jpg' | 'png' | 'gif';
  readonly shape: PictureShape;
  /** The colour of the clouds, such as `Rose`. */
  readonly colour: string;
  readonly land: 'peaks' | 'pines' | 'lake';
  /** The alternative text. */
  readonly alt: string;
  /** The files of the photo: the original, then its renditions. Their sizes apply after the Exif rotation. */
  readonly files: readonly PhotoFile[];
}

export interface PhotoFile {
  readonly file: string;
  /** The size in pixels. */
  readonly width: number;
  readonly height: number;
}

const photos = table as readonly Photo[];
/** The last day on which a picture can be a GIF. GIF files were common until then. */
const lastGifDay = '2004-12-31';
/** How many landscapes out of 1,000 are PNG files. */
const pngsPerThousand = 40;

/** Chooses the photo of a day. If several photos have the shape and format, adjacent days get different photos. */
export function photoOf(date: string, shape: PictureShape): Photo {
  const formatOfDay =
    shape === 'small' && date <= lastGifDay
      ? 'gif'
      : shape === 'landscape' && hash32(`${date} format`) % 1000 < pngsPerThousand
        ? 'png'
        : 'jpg';
  const fittingPhotos = photos.filter(
    (photo) => photo.shape === shape && photo.format === formatOfDay,
  );
  const photo = fittingPhotos[countDays(firstDay, date) % fittingPhotos.length];
  if (photo === undefined) throw new Error(`there is no ${formatOfDay} of the shape ${shape}`);
  return photo;
}

export function originalFileOf({ files }: Photo): PhotoFile {
  const [original] = files;
  if (original === undefined) throw new Error('a photo has no file');
  return original;
}

/** The longest side in pixels of the rendition that the public service sends if the request names no size. */
const defaultLongestSide = 1280;

/**
 * The rendition for a request that names no size: the largest file whose longest side is at most 1280 pixels, or else
 * the original.
 */
export function standardFileOf(photo: Photo): PhotoFile {
  const { files } = photo;
  const fittingFiles = files.filter(
    ({ width, height }) => Math.max(width, height) <= defaultLongestSide,
  );
  return fittingFiles.reduce<PhotoFile | undefined>(largerFile, undefined) ?? originalFileOf(photo);
}

/**
 * The rendition for a requested size: the smallest one that is at least as wide as the picture scaled to fit into `w` ×
 * `h`, or else the largest. The public service resizes to any size; this service has only a few sizes.
 */
export function renditionFileOf(
  photo: Photo,
  wish: { readonly w: number; readonly h: number },
): PhotoFile {
  const { width, height } = originalFileOf(photo);
  const wantedWidth = Math.min(wish.w / width, wish.h / height) * width;
  const largeEnoughFiles = photo.files.filter((file) => file.width >= Math.floor(wantedWidth));
  const bestFile = largeEnoughFiles.reduce<PhotoFile | undefined>(smallerFile, undefined);
  return (
    bestFile ??
    photo.files.reduce<PhotoFile | undefined>(largerFile, undefined) ??
    originalFileOf(photo)
  );
}

const largerFile = (a: PhotoFile | undefined, b: PhotoFile): PhotoFile =>
  a === undefined || b.width > a.width ? b : a;
const smallerFile = (a: PhotoFile | undefined, b: PhotoFile): PhotoFile =>
  a === undefined || b.width < a.width ? b : a;

/** The file of a day: the photo with a comment, so that the bytes are unique to the day. */
export async function readPhoto(
  { format }: Photo,
  { file }: PhotoFile,
  date: string,
): Promise<Buffer<ArrayBuffer>> {
  return addComment(
    format,
    await readFile(join(photoFolder(), file)),
    `Overhead, simulated: ${date}`,
  );
}

export const readPlaceholder = (): Promise<Buffer<ArrayBuffer>> =>
  readFile(join(photoFolder(), 'placeholder.png'));

let cachedFolder: string | undefined;

/**
 * The folder `resources/photos` in a folder above this program. The program may run from its sources, a bundle or a
 * package.
 */
function photoFolder(): string {
  if (cachedFolder !== undefined) return cachedFolder;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'resources', 'photos'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('resources/photos is missing');
    folder = parent;
  }
  cachedFolder = join(folder, 'resources', 'photos');
  return cachedFolder;
}
