import type { ArchiveQuery } from '#shared/picture/archive.ts';
import { ok, type Failure } from '#shared/failure.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import { reportDefect } from '#runtime/defects.ts';
import { draftName } from '#platform/files/atomic.ts';
import { easternDate } from '../eastern.ts';
import {
  bufferUnsavedDays,
  countUnsaved,
  withUnsavedDays,
  withUnsavedInMonth,
} from './unsaved-days.ts';
import type { PictureStateStore } from '../picture-state-store.ts';
import type { ArchiveStore } from '../store/archive-store.ts';
import { drawnPictureNamePattern, type OwnFolder } from '../store/picture-folder.ts';
import { Eviction } from './eviction.ts';
import { ThumbnailQueue, type MakeThumbnail } from '../thumbnails/thumbnail-maker.ts';

interface ArchiveOptions {
  readonly clock: Clock;
  readonly state: StateHolder;
  readonly store: ArchiveStore;
  readonly pictures: OwnFolder;
  readonly thumbnails: OwnFolder;
  readonly makeThumbnail: MakeThumbnail;
  readonly pictureState: Pick<PictureStateStore, 'current'>;
  /** The limit on the size of all pictures and thumbnails on the disk, in bytes. */
  readonly limitBytes: () => number;
  /** The days whose pictures are on the desktop, persisted across restarts; empty if unknown. */
  readonly onDesktop: () => readonly string[];
  /** Called with a description when background work fails, for the log. */
  readonly onFailure: (description: string, failure: Failure) => void;
}

export type Archive = ReturnType<typeof createArchive>;

/**
 * The archive of all pictures: lists, search, thumbnails, and eviction of files. Keeps the counts in AppState's
 * `archive` up to date.
 */
export function createArchive(options: ArchiveOptions) {
  const { clock, state, store, pictureState, onFailure } = options;

  const dayBuffer = bufferUnsavedDays(
    store,
    () => easternDate(clock.now()),
    ({ record }) => {
      publishStatus();
      eviction.tidy();
      thumbnails.request([record.date]);
    },
    () => {
      publishStatus();
      // The file of an unsaved day is on the disk too and counts towards the limit.
      eviction.tidy();
    },
  );
  const eviction = new Eviction({
    store,
    folder: options.pictures,
    limitBytes: options.limitBytes,
    isProtected: (date) =>
      isProtectedFromEviction(date, options) || dayBuffer.newest()?.record.date === date,
    isUnsaved: (name) => dayBuffer.unsaved().some(({ file }) => file?.name === name),
    now: () => clock.now(),
    onChange: publishStatus,
    onFailure: (failure) => onFailure('the folder of the pictures could not be tidied', failure),
  });
  // Make no thumbnail while this reads their folder: the new thumbnail would count as deleted.
  const reconciliation = reconcileThumbnails(options).catch(reportDefect);
  const thumbnails = new ThumbnailQueue({
    begin: reconciliation,
    store,
    makeThumbnail: options.makeThumbnail,
    onMade: publishStatus,
    onFailure: (date, failure) => onFailure(`${date} has no thumbnail`, failure),
  });

  function publishStatus(): void {
    const status = store.status();
    if (!status.ok) return;
    const { days, files, bytes } = countUnsaved(status.value, dayBuffer.unsaved(), store);
    state.update(() => ({ archive: { days, files, bytes: bytes + eviction.strayBytes } }));
  }

  const unsubscribe = followState(options, () => eviction.tidy());
  publishStatus();
  eviction.tidy();

  return {
    /** The store of days, including the days that could not be saved yet. */
    buffered: dayBuffer,
    page(query: ArchiveQuery) {
      const onlyDates = query.favourites ? pictureState.current.choice.favourites : null;
      const page = store.page(query, onlyDates);
      return page.ok
        ? ok(withUnsavedDays(page.value, dayBuffer.unsaved(), query, onlyDates))
        : page;
    },
    month(name: string) {
      const month = store.month(name);
      return month.ok ? ok(withUnsavedInMonth(month.value, dayBuffer.unsaved(), name)) : month;
    },

    /** Returns those of the given days that the archive has, newest first. */
    days(dates: readonly string[]) {
      const query = { words: '', before: null, limit: dates.length };
      const page = store.page(query, dates);
      return page.ok
        ? ok(withUnsavedDays(page.value, dayBuffer.unsaved(), query, dates).days)
        : page;
    },

    wantThumbnails(dates: readonly string[]) {
      thumbnails.request(dates);
      return ok(null);
    },
    async dispose() {
      unsubscribe();
      await Promise.all([reconciliation, thumbnails.dispose(), eviction.dispose()]);
    },
  };
}

/**
 * Whether the day's file must not be evicted: pinned, favourite, on the desktop, selected by going back, the picture
 * that the app shows as the newest, or dated today or later.
 */
function isProtectedFromEviction(
  date: string,
  { clock, state, pictureState, onDesktop }: ArchiveOptions,
): boolean {
  const { pinned, favourites, back } = pictureState.current.choice;
  const { wallpaper, picture } = state.current;
  return (
    date >= easternDate(clock.now()) ||
    [pinned, back?.to, ...onDesktop(), picture.last?.record.date].includes(date) ||
    (wallpaper.kind !== 'untouched' && wallpaper.date === date) ||
    favourites.includes(date)
  );
}

/** Removes the thumbnails that belong to no day, and the records of thumbnails that the user deleted. */
async function reconcileThumbnails({
  store,
  thumbnails,
  onFailure,
}: ArchiveOptions): Promise<void> {
  const names = await thumbnails.names();
  const unusedNames = names.ok ? store.keepThumbnails(names.value) : names;
  if (!unusedNames.ok) {
    onFailure('the folder of the thumbnails could not be read', unusedNames.failure);
    return;
  }
  // Failures are ignored: the next run of the app tries again to remove the thumbnail.
  for (const name of unusedNames.value)
    if (drawnPictureNamePattern.test(name) || draftName.test(name)) await thumbnails.remove(name);
}

/** Records each wallpaper as shown, and calls `tidy` when the user's choice or the limit has changed. */
function followState({ state, store, limitBytes }: ArchiveOptions, tidy: () => void): () => void {
  let { wallpaper, choice } = state.current;
  let limit = limitBytes();
  return state.subscribe((next) => {
    if (next.wallpaper !== wallpaper) {
      ({ wallpaper } = next);
      if (wallpaper.kind === 'set') store.noteShown(wallpaper.date, wallpaper.at);
    }
    if (next.choice === choice && limitBytes() === limit) return;
    ({ choice } = next);
    limit = limitBytes();
    tidy();
  });
}
