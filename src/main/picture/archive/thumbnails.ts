import type { Failure } from '#shared/failure.ts';
import { createQueue } from '#runtime/queue.ts';
import type { ArchiveStore, ThumbnailMaker } from '../ports.ts';

interface ThumbnailsOptions {
  /** Thumbnails are made only after this resolves. */
  readonly begin: Promise<unknown>;
  readonly store: Pick<ArchiveStore, 'get' | 'pathOf' | 'noteThumbnail' | 'month'>;
  readonly maker: ThumbnailMaker;
  /** Called after each new thumbnail. */
  readonly onMade: () => void;
  readonly onFailure: (date: string, failure: Failure) => void;
  readonly onDefect: (error: unknown) => void;
}

/** Makes thumbnails one after the other. A day that fails is tried again only in the next run of the app. */
export function createThumbnails(options: ThumbnailsOptions) {
  const { begin, store, maker, onMade, onFailure, onDefect } = options;
  const stop = new AbortController();
  const queue = createQueue();
  /** The days in the queue. */
  const waiting = new Set<string>();
  const failed = new Set<string>();

  async function make(date: string): Promise<void> {
    const file = store.get(date)?.file ?? null;
    if (file === null || hasOne(date)) return;
    const made = await maker.make({ path: store.pathOf(file), file }, stop.signal);
    if (stop.signal.aborted) return;
    const noted = made.ok ? store.noteThumbnail(date, made.value) : made;
    if (noted.ok) {
      onMade();
      return;
    }
    failed.add(date);
    onFailure(date, noted.failure);
  }

  function hasOne(date: string): boolean {
    const month = store.month(date.slice(0, 7));
    return month.ok && month.value.some((day) => day.date === date && day.thumbnail !== null);
  }

  async function run(date: string): Promise<void> {
    await begin;
    try {
      if (!stop.signal.aborted) await make(date);
    } catch (error) {
      failed.add(date);
      onDefect(error);
    }
    waiting.delete(date);
    if (waiting.size === 0) maker.close();
  }

  return {
    /** Requests thumbnails of the days that have none. */
    want(dates: readonly string[]) {
      for (const date of dates) {
        if (failed.has(date) || waiting.has(date)) continue;
        waiting.add(date);
        void queue.run(() => run(date));
      }
    },
    async dispose() {
      stop.abort();
      await queue.idle();
    },
  };
}
