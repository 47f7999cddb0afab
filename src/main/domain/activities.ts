import type { Result } from '../../shared/failure.ts';
import type { JournalPost, PostDraft } from '../../shared/journal.ts';
import type { DayPicture } from '../../shared/picture.ts';
import type { JournalStore, PostsService } from './journal/ports.ts';
import { startJournal } from './journal/journal.ts';
import { startPictureOfTheDay } from './picture/picture-of-the-day.ts';
import type {
  PictureArchive,
  PictureDownloader,
  PictureSource,
  WallpaperMemory,
  WallpaperSetter,
} from './picture/ports.ts';
import { createWallpaperKeeper } from './picture/wallpaper.ts';
import type { PositionSource } from './station/ports.ts';
import { startStationTracker } from './station/tracker.ts';
import type { Surroundings } from './surroundings.ts';

/** The effects that the activities act through. */
export interface Ports {
  readonly picture: PictureSource;
  readonly downloader: PictureDownloader;
  readonly archive: PictureArchive;
  readonly wallpaper: WallpaperSetter;
  readonly wallpaperMemory: WallpaperMemory;
  readonly position: PositionSource;
  readonly posts: PostsService;
  readonly journal: JournalStore;
  readonly newId: () => string;
}

export interface ActivityOptions {
  /** Whether a new picture becomes the wallpaper by itself. */
  readonly setsWallpaper: boolean;
  readonly authorId: number;
}

/** What a person can ask of the app, from the window, the tray or the command line. */
export interface Activities {
  checkPicture(): void;
  /** Puts the picture that is shown on the desktop. */
  setWallpaper(): Promise<void>;
  /** Says whether somebody looks at the map. */
  watchStation(watched: boolean): void;
  createPost(draft: PostDraft): Result<JournalPost>;
  publish(): void;
  /** Looks at all three services now, as far as their manners allow. */
  checkAll(): void;
  dispose(): Promise<void>;
}

/** Starts the three things that the app does all day. */
export function startActivities(
  surroundings: Surroundings,
  ports: Ports,
  options: ActivityOptions,
): Activities {
  const { clock, state } = surroundings;
  const stop = new AbortController();

  const wallpaper = createWallpaperKeeper({
    clock,
    state,
    setter: ports.wallpaper,
    archive: ports.archive,
    memory: ports.wallpaperMemory,
  });
  const picture = startPictureOfTheDay({
    ...surroundings,
    source: ports.picture,
    downloader: ports.downloader,
    archive: ports.archive,
    onPicture: async (shown: DayPicture, signal) => {
      if (options.setsWallpaper) await wallpaper.offer(shown, signal);
    },
  });
  const station = startStationTracker({ ...surroundings, source: ports.position });
  const journal = startJournal({
    ...surroundings,
    newId: ports.newId,
    authorId: () => options.authorId,
    service: ports.posts,
    store: ports.journal,
  });

  return {
    checkPicture: () => picture.check(),
    async setWallpaper() {
      const { last } = state.current.picture;
      if (last !== null) await wallpaper.apply(last, stop.signal);
    },
    watchStation: (watched) => station.watch(watched),
    createPost: (draft) => journal.create(draft),
    publish: () => journal.publish(),
    checkAll() {
      picture.check();
      station.check();
      journal.publish();
    },
    async dispose() {
      stop.abort();
      await Promise.all([picture.dispose(), station.dispose(), journal.dispose()]);
      await wallpaper.settled();
    },
  };
}
