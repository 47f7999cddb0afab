import type { ArchiveQuery } from '#shared/picture/archive.ts';
import { ok, type Failure } from '#shared/failure.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import { draftName } from '#platform/files/atomic.ts';
import { easternDate } from '../eastern.ts';
import { drawnName } from '../file-names.ts';
import { bufferUnsaved, countUnsaved, withUnsavedDays, withUnsavedInMonth } from './unsaved.ts';
import type { PictureStateStore } from '../picture-state-store.ts';
import { createEviction } from './eviction.ts';
import type { ArchiveStore, OwnFolder, ThumbnailMaker } from '../ports.ts';
import { createThumbnails } from './thumbnails.ts';

interface ArchiveOptions {
  readonly clock: Clock;
  readonly state: StateHolder;
  readonly store: ArchiveStore;
  /** Where the pictures are, and their thumbnails. */
  readonly pictures: OwnFolder;
  readonly thumbnails: OwnFolder;
  readonly maker: ThumbnailMaker;
  readonly pictureState: Pick<PictureStateStore, 'current'>;
  /** How much the pictures may take on the disk, in bytes. */
  readonly limitBytes: () => number;
  /** The days that the desktop shows, persisted across restarts; empty if unknown. */
  readonly onDesktop: () => readonly string[];
  /** Called with a description when background work fails, for the log. */
  readonly onFailure: (what: string, failure: Failure) => void;
  readonly onDefect: (error: unknown) => void;
}

/** The archive as the window sees it, and as the rest of the app does. AppState’s `archive` follows it. */
export type Archive = ReturnType<typeof createArchive>;

/** The archive of all pictures: lists, search, thumbnails, and eviction of files. */
export function createArchive(options: ArchiveOptions) {
  const { clock, state, store, pictureState, onDesktop, onFailure, onDefect } = options;

  const buffered = bufferUnsaved(
    store,
    () => easternDate(clock.now()),
    ({ record }) => {
      publishStatus();
      eviction.tidy();
      small.want([record.date]);
    },
    () => {
      publishStatus();
      // The file is on the disk and counts towards the limit.
      eviction.tidy();
    },
  );
  const eviction = createEviction({
    store,
    folder: options.pictures,
    limitBytes: options.limitBytes,
    isProtected,
    isUnsaved: (name) => buffered.unsaved().some(({ file }) => file?.name === name),
    now: () => clock.now(),
    onChange: publishStatus,
    onFailure: (failure) => onFailure('the folder of the pictures could not be tidied', failure),
    onDefect,
  });
  // A thumbnail made during the scan would count as missing.
  const looked = lookForThumbnails().catch(onDefect);
  const small = createThumbnails({
    begin: looked,
    store,
    maker: options.maker,
    onMade: publishStatus,
    onFailure: (date, failure) => onFailure(`${date} has no small picture`, failure),
    onDefect,
  });

  /** Files of these days are never evicted: pinned, favourite, on the desktop, gone back to, and today's. */
  function isProtected(date: string): boolean {
    const { pinned, favourites, back } = pictureState.current.choice;
    const { wallpaper, picture } = state.current;
    return (
      date >= easternDate(clock.now()) ||
      [pinned, back?.to, ...onDesktop(), picture.last?.record.date].includes(date) ||
      (wallpaper.kind !== 'untouched' && wallpaper.date === date) ||
      favourites.includes(date) ||
      buffered.newest()?.record.date === date
    );
  }

  function publishStatus(): void {
    const status = store.status();
    if (!status.ok) return;
    const { days, files, bytes } = countUnsaved(status.value, buffered.unsaved(), store);
    state.update(() => ({ archive: { days, files, bytes: bytes + eviction.strayBytes } }));
  }

  /** Removes thumbnails without a day, and forgets those that the person deleted. */
  async function lookForThumbnails(): Promise<void> {
    const names = await options.thumbnails.names();
    const unused = names.ok ? store.keepThumbnails(names.value) : names;
    if (!unused.ok) {
      onFailure('the small pictures could not be looked for', unused.failure);
      return;
    }
    // A thumbnail that cannot be removed is small; the next run tries again.
    for (const name of unused.value)
      if (drawnName.test(name) || draftName.test(name)) await options.thumbnails.remove(name);
  }

  let { wallpaper, choice } = state.current;
  let limit = options.limitBytes();
  const unsubscribe = state.subscribe((now) => {
    if (now.wallpaper !== wallpaper) {
      ({ wallpaper } = now);
      if (wallpaper.kind === 'set') store.noteShown(wallpaper.date, wallpaper.at);
    }
    if (now.choice === choice && options.limitBytes() === limit) return;
    ({ choice } = now);
    limit = options.limitBytes();
    eviction.tidy();
  });
  publishStatus();
  eviction.tidy();

  return {
    /** The store of days, with those that could not be saved yet. */
    buffered,
    page(query: ArchiveQuery) {
      const only = query.favourites ? pictureState.current.choice.favourites : null;
      const page = store.page(query, only);
      return page.ok ? ok(withUnsavedDays(page.value, buffered.unsaved(), query, only)) : page;
    },
    month(name: string) {
      const month = store.month(name);
      return month.ok ? ok(withUnsavedInMonth(month.value, buffered.unsaved(), name)) : month;
    },

    /** Those of these days that are kept, newest first. */
    days(dates: readonly string[]) {
      const query = { words: '', before: null, limit: dates.length };
      const page = store.page(query, dates);
      return page.ok
        ? ok(withUnsavedDays(page.value, buffered.unsaved(), query, dates).days)
        : page;
    },

    /** Requests thumbnails of these days. */
    wantThumbnails(dates: readonly string[]) {
      small.want(dates);
      return ok(null);
    },
    async dispose() {
      unsubscribe();
      await Promise.all([looked, small.dispose(), eviction.dispose()]);
    },
  };
}
