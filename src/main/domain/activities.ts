import type { DayPicture, ProviderChoice, WithoutPicture } from '../../shared/picture.ts';
import type { Result } from '../../shared/failure.ts';
import type { JournalStore, PostsService } from './journal/ports.ts';
import { startJournal, type Journal } from './journal/journal.ts';
import { createDesk, type Desk } from './picture/desk/desk.ts';
import { holdUnsaved } from './picture/held-archive.ts';
import { openNotes, type PictureNotebook } from './picture/notes.ts';
import { startPictureOfTheDay } from './picture/picture-of-the-day.ts';
import type {
  PictureArchive,
  PictureDownloader,
  PictureSource,
  WallpaperMemory,
  WallpaperSetter,
} from './picture/ports.ts';
import { createWallpaperKeeper } from './picture/wallpaper.ts';
import type { PositionSource, StationArchive, StationSettingsStore } from './station/ports.ts';
import { startStation, type StationActivity } from './station/station.ts';
import { loadPlaceUnder } from './station/sky/places.ts';
import type { Surroundings } from './surroundings.ts';

/** The effects that the activities act through. */
export interface Ports {
  /** In the order of asking. */
  readonly pictures: readonly PictureSource[];
  readonly downloader: PictureDownloader;
  readonly archive: PictureArchive;
  readonly pictureNotebook: PictureNotebook;
  readonly wallpaper: WallpaperSetter;
  readonly wallpaperMemory: WallpaperMemory;
  readonly position: PositionSource;
  readonly stationArchive: StationArchive;
  readonly stationSettings: StationSettingsStore;
  readonly posts: PostsService;
  readonly journal: JournalStore;
  readonly newId: () => string;
}

export interface ActivityOptions {
  /** Whether a new picture becomes the wallpaper by itself. */
  readonly setsWallpaper: boolean;
  readonly providers: ProviderChoice;
  readonly withoutPicture: WithoutPicture;
  readonly authorId: number;
  /** IANA name of the person's time zone. */
  readonly timeZone: string;
}

/** What a person can ask of the app, from the window, the tray or the command line. */
export interface Activities {
  checkPicture(): void;
  /** The picture of any day (`YYYY-MM-DD`), from the disk or else from the services. */
  pictureOf(date: string): Promise<Result<DayPicture>>;
  /** What the person decides about the picture on the desktop. */
  readonly desk: Omit<Desk, 'refresh' | 'dispose'>;
  /** Puts the picture that is shown on the desktop. */
  setWallpaper(): Promise<void>;
  readonly station: Omit<StationActivity, 'dispose'>;
  readonly journal: Omit<Journal, 'dispose'>;
  /** Looks at all three services now, as far as their manners allow. */
  checkAll(): void;
  /** The machine slept, or the network is back: what is due is done, once and not all at the same moment. */
  wake(): void;
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
  const notes = openNotes(ports.pictureNotebook, state.current.services.source, ports.newId);
  const archive = holdUnsaved(ports.archive);
  const desk = createDesk({
    ...surroundings,
    archive,
    notes,
    withoutPicture: () => options.withoutPicture,
    offer: async (shown, signal) => {
      if (options.setsWallpaper) await wallpaper.offer(shown, signal);
    },
  });
  const picture = startPictureOfTheDay({
    ...surroundings,
    sources: ports.pictures,
    providers: options.providers,
    downloader: ports.downloader,
    archive,
    notes,
    onPicture: (signal) => desk.refresh(signal),
  });
  const station = startStation({
    ...surroundings,
    source: ports.position,
    archive: ports.stationArchive,
    settings: ports.stationSettings,
    loadPlaceUnder,
    timeZone: options.timeZone,
  });
  const journal = startJournal({
    ...surroundings,
    newId: ports.newId,
    authorId: () => options.authorId,
    service: ports.posts,
    store: ports.journal,
  });

  return {
    checkPicture: () => picture.check(),
    pictureOf: (date) => picture.day(date),
    desk,
    async setWallpaper() {
      const { last } = state.current.picture;
      if (last !== null) await wallpaper.apply(last, stop.signal);
    },
    station,
    journal,
    checkAll() {
      picture.check();
      station.check();
      journal.wake();
    },
    wake() {
      picture.wake();
      station.wake();
      journal.wake();
    },
    async dispose() {
      stop.abort();
      await Promise.all([picture.dispose(), desk.dispose(), station.dispose(), journal.dispose()]);
      await wallpaper.settled();
    },
  };
}
