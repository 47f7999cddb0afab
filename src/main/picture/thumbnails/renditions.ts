import { readFile, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Failure, type Result } from '#shared/failure.ts';
import { maxShownSide } from '#shared/picture/picture-size.ts';
import type { Composer } from '#platform/composer/composer.ts';
import type { ComposedFile } from '#platform/composer/exchange.ts';
import { planWholePicture } from '#platform/composer/placement.ts';
import { drawnPictureNamePattern, storeFile } from '../store/picture-folder.ts';

/** The image that windows show instead of the downloaded bytes. */
type Rendition = Pick<ComposedFile, 'format'> & { readonly bytes: Uint8Array<ArrayBuffer> };

interface RenditionOptions {
  readonly folder: string;
  readonly pictures: string;
  readonly composer: Pick<Composer, 'compose'>;
  /** Whether the file with this name is the still of a film, whose black bars are cut. */
  readonly isStill: (name: string) => boolean;
  /** The limit on the size of all renditions on the disk, in bytes. */
  readonly mostBytes?: number;
  readonly onFailure: (name: string, failure: Failure) => void;
}

const extensions = { jpeg: 'jpg', png: 'png' } as const;
const formats = Object.keys(extensions) as ComposedFile['format'][];

/**
 * Makes the images that windows show: the composing page decodes, draws and encodes each picture, so that downloaded
 * bytes are never decoded in a window that has the bridge. Stores the images in `folder`, and evicts the least recently
 * shown images first.
 */
export function createRenditions(options: RenditionOptions) {
  const { folder, pictures, composer, mostBytes = 128 * 2 ** 20, onFailure } = options;
  const stop = new AbortController();
  /** The renditions in progress by file name: an image and its backdrop request the same rendition simultaneously. */
  const runningByName = new Map<string, Promise<Rendition | null>>();

  const pathOf = (name: string, format: ComposedFile['format']): string =>
    join(folder, `${name.replace(/\.\w+$/, '')}.${extensions[format]}`);

  async function find(name: string): Promise<Rendition | null> {
    for (const format of formats) {
      const path = pathOf(name, format);
      const bytes = await readFile(path).catch(() => null);
      if (bytes === null) continue;
      const now = new Date();
      await utimes(path, now, now).catch(() => undefined);
      return { bytes, format };
    }
    return null;
  }

  async function make(name: string): Promise<Result<Rendition>> {
    const path = join(pictures, name);
    const plan = planWholePicture(maxShownSide, { lossless: !name.endsWith('.jpg') });
    const result = await composer.compose(
      { picture: path, isStill: options.isStill(name), plan },
      stop.signal,
    );
    if (!result.ok) return result;
    const [composed] = result.value;
    if (composed === undefined) throw new Error('nothing was composed');
    const { format } = composed;
    const bytes = Uint8Array.from(composed.bytes);
    // Show the rendition even if it cannot be stored.
    const storeResult = await storeFile(pathOf(name, format), bytes);
    if (storeResult.ok) await evict(pathOf(name, format));
    else onFailure(name, storeResult.failure);
    return ok({ bytes, format });
  }

  /** Evicts files over the limit. The next rendition tries again to remove a file that could not be removed. */
  async function evict(newest: string): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(
      names
        .filter((name) => drawnPictureNamePattern.test(name))
        .map(async (name) => {
          const path = join(folder, name);
          const stats = await stat(path).catch(() => null);
          return { path, bytes: stats?.size ?? 0, shownAt: stats?.mtimeMs ?? 0 };
        }),
    );
    let totalBytes = files.reduce((total, { bytes }) => total + bytes, 0);
    for (const { path, bytes } of files.sort((a, b) => a.shownAt - b.shownAt)) {
      if (totalBytes <= mostBytes) return;
      if (path === newest) continue;
      await rm(path, { force: true }).catch(() => undefined);
      totalBytes -= bytes;
    }
  }

  async function get(name: string): Promise<Rendition | null> {
    // An evicted picture has no rendition.
    if ((await stat(join(pictures, name)).catch(() => null))?.isFile() !== true) return null;
    const storedRendition = await find(name);
    if (storedRendition !== null) return storedRendition;
    const rendition = await make(name);
    if (rendition.ok) return rendition.value;
    if (!stop.signal.aborted) onFailure(name, rendition.failure);
    return null;
  }

  return {
    /**
     * Returns the rendition of the picture with this file name, drawing it first if it is missing. Null if the picture
     * has no file, or if drawing fails.
     */
    get(name: string) {
      const runningRendition =
        runningByName.get(name) ?? get(name).finally(() => runningByName.delete(name));
      runningByName.set(name, runningRendition);
      return runningRendition;
    },
    async dispose() {
      stop.abort();
      await Promise.allSettled(runningByName.values());
    },
  };
}
