import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describeFailure } from '#shared/failure-words.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import {
  maxPhotoBytes,
  photoName,
  photoNamePattern,
  type PhotoRef,
} from '#shared/journal/photo.ts';
import type { Composer } from '#platform/composer/composer.ts';
import { planWholePicture } from '#platform/composer/placement.ts';
import { draftName, makeFolder, writeFileAtomic } from '#platform/files/atomic.ts';
import { attemptStorageAsync, mayFileHaveBytes } from '#platform/files/attempt.ts';
import { ImageCheck } from '#platform/files/image-check.ts';

/** The longest side of a stored photo, in pixels. */
const maxPhotoSide = 2048;

/** How long the file of a photo that no post has is kept, in milliseconds: longer than any backup of the database. */
const strayRetentionMs = 30 * 24 * 3600_000;
/** One sweep removes at most this many files. */
const maxRemovals = 500;

/** When each file without a post was first seen, in milliseconds since the Unix epoch, by file name. */
export type StrayPhotos = Readonly<Record<string, number>>;

export type PhotoStore = ReturnType<typeof createPhotoStore>;

interface PhotoStoreOptions {
  readonly folder: string;
  readonly composer: Pick<Composer, 'compose'>;
  readonly log: (line: string) => void;
}

/** The files of the posts' photos, one for each photo. A replaced photo stays until `sweep` removes it. */
export function createPhotoStore({ folder, composer, log }: PhotoStoreOptions) {
  const stop = new AbortController();
  const pathOf = (photo: PhotoRef): string => join(folder, photoName(photo));

  /** Draws the picture anew as an upright JPEG without metadata. */
  async function draw(picture: Uint8Array<ArrayBuffer>): Promise<Result<Uint8Array>> {
    const check = new ImageCheck(maxPhotoBytes);
    const refusal = check.take(picture);
    if (refusal !== null) return fail(refusal);
    if (check.conclude() === null) return fail({ kind: 'not-an-image', found: 'unknown' });
    const plan = planWholePicture(maxPhotoSide, { lossless: false });
    const composeResult = await composer.compose({ picture, plan }, stop.signal);
    if (!composeResult.ok) {
      log(`a photo cannot be drawn: ${describeFailure(composeResult.failure)}`);
      return fail({ kind: stop.signal.aborted ? 'cancelled' : 'damaged' });
    }
    const [jpeg] = composeResult.value;
    return jpeg?.format === 'jpeg' ? ok(jpeg.bytes) : fail({ kind: 'damaged' });
  }

  return {
    /**
     * Draws a picture that the user chose, and writes it as the file of `photo`. Expected failures: `not-an-image`,
     * `too-large`, `damaged`, `storage`, and `cancelled` after `dispose`.
     */
    async write(photo: PhotoRef, picture: Uint8Array<ArrayBuffer>): Promise<Result<null>> {
      const jpeg = await draw(picture);
      if (!jpeg.ok) return jpeg;
      return attemptStorageAsync(async () => {
        makeFolder(folder, 0o700);
        await writeFileAtomic(pathOf(photo), (file) => file.writeFile(jpeg.value), { mode: 0o600 });
        return null;
      });
    },

    /** Whether the file of the photo exists. */
    has: (photo: PhotoRef): boolean => mayFileHaveBytes(pathOf(photo)),

    /** The JPEG file of a post's photo as Base64; null without a photo, and if the file cannot be read. */
    read(id: string, at: number | null): string | null {
      if (at === null) return null;
      try {
        return readFileSync(pathOf({ id, at }), 'base64');
      } catch {
        return null;
      }
    },

    /** Removes the files of these photos. A file that cannot be removed is left to `sweep`. */
    async remove(photos: readonly PhotoRef[]): Promise<void> {
      for (const photo of photos) await removeFile(pathOf(photo));
    },

    /**
     * Removes the files that no post has had for 30 days, so that a deletion, a removal and a database that was replaced
     * by a backup can be undone until then. Returns the files without a post.
     *
     * @param named returns the photos of all posts; called after the folder was read. If it fails, nothing is removed
     * @param strays the result of the last sweep
     */
    async sweep(
      named: () => Result<readonly PhotoRef[]>,
      strays: StrayPhotos,
      now: number,
    ): Promise<StrayPhotos> {
      const names = (await readdir(folder).catch(() => [])).filter(
        (name) => photoNamePattern.test(name) || draftName.test(name),
      );
      const photos = names.length === 0 ? ok([]) : named();
      if (!photos.ok) return strays;
      const postNames = new Set(photos.value.map(photoName));
      const kept: Record<string, number> = {};
      let removedCount = 0;
      for (const name of names) {
        if (postNames.has(name)) continue;
        const since = strays[name] ?? now;
        const isOver = now - since >= strayRetentionMs && removedCount < maxRemovals;
        if (isOver && (await removeFile(join(folder, name)))) removedCount += 1;
        else kept[name] = since;
      }
      return kept;
    },

    /** Ends a drawing with `cancelled`. */
    dispose: () => stop.abort(),
  };
}

const removeFile = (path: string): Promise<boolean> =>
  rm(path, { force: true }).then(
    () => true,
    () => false,
  );
