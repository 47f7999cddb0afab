import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComposingOrder, PictureMeasure } from '#shared/wallpaper/composition.ts';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { isVideoStill, type PictureFile } from '#shared/picture/picture.ts';
import { thumbnailName, thumbnailSize } from '#shared/picture/thumbnail.ts';
import { createQueue } from '#runtime/queue.ts';
import { reportDefect } from '#runtime/defects.ts';
import { composingFailure } from '#platform/composer/exchange.ts';
import type { Composer } from '#platform/composer/composer.ts';
import { coveringCrop } from '#platform/composer/placement.ts';
import type { ArchiveStore } from '../store/archive-store.ts';
import type { DownloadedPicture, ProveDecodable } from '../download/download.ts';
import { storeFile } from '../store/picture-folder.ts';

const thumbnailCanvas = { x: 0, y: 0, ...thumbnailSize };

/** Plans the part of the picture around its focus that fills the canvas. */
export function planThumbnail(measure: PictureMeasure): ComposingOrder {
  const source = coveringCrop(measure, thumbnailCanvas);
  const part = {
    at: thumbnailCanvas,
    source,
    drawn: thumbnailCanvas,
    extension: null,
    caption: null,
  };
  return { compositions: [{ ...thumbnailSize, parts: [part] }], lossless: false };
}

/**
 * Makes the thumbnail of a picture file as a JPEG file in `folder`, drawn by the composing page. Draws nothing if the
 * thumbnail of these bytes exists. Expected failures: `wallpaper` (it could not be drawn), `storage`.
 */
export async function makeThumbnail(
  composer: Pick<Composer, 'compose'>,
  folder: string,
  { path, file, isStill }: DownloadedPicture,
  signal: AbortSignal,
): Promise<Result<Pick<PictureFile, 'name' | 'bytes'>>> {
  const name = thumbnailName(file.name);
  const existing = await stat(join(folder, name)).catch(() => null);
  if (existing?.isFile() === true && existing.size > 0) return ok({ name, bytes: existing.size });
  const composeResult = await composer.compose(
    { picture: path, isStill, plan: planThumbnail },
    signal,
  );
  if (!composeResult.ok) return composeResult;
  const [jpeg] = composeResult.value;
  if (jpeg?.format !== 'jpeg') return fail(composingFailure('the drawn file is no JPEG'));
  const storeResult = await storeFile(join(folder, name), jpeg.bytes);
  return storeResult.ok ? ok({ name, bytes: jpeg.bytes.length }) : storeResult;
}

/**
 * Proves that a picture can be decoded by drawing its thumbnail, which the archive uses afterwards. A page that crashed
 * or was stopped proves nothing.
 */
export const proveByThumbnail =
  (composer: Pick<Composer, 'compose'>, folder: string): ProveDecodable =>
  async (picture, signal) => {
    const thumbnail = await makeThumbnail(composer, folder, picture, signal);
    if (thumbnail.ok) return 'decoded';
    const { failure } = thumbnail;
    return failure.kind === 'wallpaper' && failure.why === 'damaged' ? 'damaged' : 'unknown';
  };

export type MakeThumbnail = (
  picture: DownloadedPicture,
  signal: AbortSignal,
) => ReturnType<typeof makeThumbnail>;

interface ThumbnailQueueOptions {
  /** Thumbnails are made only after this resolves. */
  readonly begin: Promise<unknown>;
  readonly store: Pick<ArchiveStore, 'get' | 'pathOf' | 'noteThumbnail' | 'month'>;
  readonly makeThumbnail: MakeThumbnail;
  /** Called after each new thumbnail. */
  readonly onMade: () => void;
  readonly onFailure: (date: string, failure: Failure) => void;
}

/** Makes thumbnails one after the other. After a failure, a day is tried again only in the next run of the app. */
export class ThumbnailQueue {
  readonly #options: ThumbnailQueueOptions;
  readonly #stop = new AbortController();
  readonly #queue = createQueue();
  /** The days in the queue. */
  readonly #waiting = new Set<string>();
  readonly #failed = new Set<string>();

  constructor(options: ThumbnailQueueOptions) {
    this.#options = options;
  }

  /** Requests thumbnails of the days that have none. */
  request(dates: readonly string[]): void {
    for (const date of dates) {
      if (this.#failed.has(date) || this.#waiting.has(date)) continue;
      this.#waiting.add(date);
      void this.#queue.run(() => this.#run(date));
    }
  }

  async dispose(): Promise<void> {
    this.#stop.abort();
    await this.#queue.idle();
  }

  async #run(date: string): Promise<void> {
    await this.#options.begin;
    try {
      if (!this.#stop.signal.aborted) await this.#make(date);
    } catch (error) {
      this.#failed.add(date);
      reportDefect(error);
    }
    this.#waiting.delete(date);
  }

  async #make(date: string): Promise<void> {
    const { store, makeThumbnail: make, onMade, onFailure } = this.#options;
    const day = store.get(date);
    const file = day?.file ?? null;
    if (day === null || file === null || this.#hasThumbnail(date)) return;
    const { signal } = this.#stop;
    const thumbnail = await make(
      { path: store.pathOf(file), file, isStill: isVideoStill(day.record) },
      signal,
    );
    if (signal.aborted) return;
    const noteResult = thumbnail.ok ? store.noteThumbnail(date, thumbnail.value) : thumbnail;
    if (noteResult.ok) {
      onMade();
      return;
    }
    this.#failed.add(date);
    onFailure(date, noteResult.failure);
  }

  #hasThumbnail(date: string): boolean {
    const month = this.#options.store.month(date.slice(0, 7));
    return month.ok && month.value.some((day) => day.date === date && day.thumbnail !== null);
  }
}
