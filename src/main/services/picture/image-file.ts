import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { ImageFormat, PictureFile } from '../../../shared/picture.ts';
import { hasEndMarker, readImageHeader, type ImageHeader } from './image-header.ts';

/** A picture that is being written beside its final place. */
export interface ImageFile {
  /** Answers the failure as soon as the bytes show that they are not what the app accepts. */
  write(piece: Uint8Array): Promise<Failure | null>;
  /** Checks the whole, brings it safely to disk and renames it into place. */
  finish(date: string): Promise<Result<PictureFile>>;
  /** Removes what `finish` has not put in place. Safe to call at any time, and more than once. */
  discard(): Promise<void>;
}

const mostPixels = 200_000_000;
// Profiles and previews may stand before a JPEG's frame header.
const longestHead = 2 ** 21;
const tailLength = 2 ** 10;

const partName = /^\.[\da-f-]{36}\.part$/;
/** Longer than any download may take: a part that was not touched for so long has no writer. */
const abandonedAfterMs = 15 * 60_000;

const extensions: Record<ImageFormat, string> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
};

/**
 * Begins a picture in `folder`, which is made when it is missing, and removes what killed runs left there.
 * Expected failure: `storage`.
 */
export function createImageFile(folder: string): Promise<Result<ImageFile>> {
  return storing(async () => {
    await mkdir(folder, { recursive: true });
    await removeAbandoned(folder);
    const path = join(folder, `.${randomUUID()}.part`);
    return ok(imageFile(folder, path, await open(path, 'wx')));
  });
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!partName.test(name)) continue;
    const path = join(folder, name);
    const touched = await stat(path).catch(() => null);
    if (touched === null || Date.now() - touched.mtimeMs < abandonedAfterMs) continue;
    // One that cannot be removed is no reason not to bring a picture.
    await rm(path, { force: true }).catch(() => undefined);
  }
}

function imageFile(
  folder: string,
  path: string,
  handle: Awaited<ReturnType<typeof open>>,
): ImageFile {
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let header: ImageHeader = { kind: 'incomplete' };
  let placed = false;

  return {
    async write(piece) {
      hash.update(piece);
      bytes += piece.length;
      tail = Buffer.concat([tail, piece.subarray(-tailLength)]).subarray(-tailLength);
      if (header.kind === 'incomplete') {
        head = Buffer.concat([head, piece]);
        header = readImageHeader(head);
        if (header.kind === 'incomplete' && head.length >= longestHead) {
          header = { kind: 'not-an-image', found: 'unknown' };
        }
        const failure = headerFailure(header);
        if (failure !== null) return failure;
      }
      const written = await storing(async () => {
        await handle.writeFile(piece);
        return ok(null);
      });
      return written.ok ? null : written.failure;
    },

    async finish(date) {
      if (header.kind !== 'image') return fail({ kind: 'truncated' });
      const { format, width, height } = header;
      if (!hasEndMarker(format, head, tail, bytes)) return fail({ kind: 'truncated' });
      const name = `${date}-${hash.digest('hex').slice(0, 8)}.${extensions[format]}`;
      return storing(async () => {
        await handle.sync();
        await handle.close();
        await rename(path, join(folder, name));
        placed = true;
        await syncFolder(folder);
        return ok({ name, format, bytes, width, height });
      });
    },

    async discard() {
      if (placed) return;
      // A disk that refuses even this leaves nothing more to do.
      await handle.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/** Makes the new name outlive a power failure, where folders can be synced: not on Windows. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function headerFailure(header: ImageHeader): Failure | null {
  switch (header.kind) {
    case 'incomplete':
      return null;
    case 'not-an-image':
      return header;
    case 'image':
      return header.width * header.height > mostPixels
        ? { kind: 'too-large', limit: mostPixels, unit: 'pixels' }
        : null;
  }
}

/** Turns the system's refusals into data. */
async function storing<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
      return fail({ kind: 'storage', code: error.code });
    }
    throw error;
  }
}
