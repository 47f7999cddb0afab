import type { ShowRules, WallpaperDecision, WallpaperOrder } from '#shared/wallpaper/selection.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { JournalStateStore, JournalStore, PostsService } from '#journal/ports.ts';
import { startJournal } from '#journal/journal.ts';
import { createWallpaperSelection, type Holds } from '#wallpaper/selection.ts';
import type { BufferedArchive } from '#picture/archive/unsaved.ts';
import type { PictureStateStore } from '#picture/picture-state-store.ts';
import { startPictureOfTheDay } from '#picture/picture-of-the-day.ts';
import type { PictureDownloader, PictureSource } from '#picture/ports.ts';
import type { WallpaperStore, WallpaperSetter } from '#wallpaper/ports.ts';
import { startSpaces } from '#wallpaper/spaces.ts';
import { startLook, type DarkTheme, type LookStore } from '#wallpaper/look.ts';
import { createWallpaperController } from '#wallpaper/wallpaper-controller.ts';
import type { OrbitHistoryStore } from '#station/history/history-store.ts';
import type { LedgerStore } from '#station/ledger/ledger-store.ts';
import type { PositionSource, StationStore, StationSettingsStore } from '#station/ports.ts';
import { startStation } from '#station/station.ts';
import { loadPlaceUnder } from '#station/sky/places.ts';
import type { Display } from '#platform/windows/display.ts';
import type { Disposals } from '#runtime/disposals.ts';
import type { Suspension } from '#runtime/suspension.ts';
import type { Surroundings } from '#runtime/service-loop.ts';

/** The effects that the activities act through. */
interface Ports {
  /** In the order of asking. */
  readonly pictures: readonly PictureSource[];
  readonly downloader: PictureDownloader;
  readonly archive: BufferedArchive;
  readonly pictureState: PictureStateStore;
  readonly wallpaper: WallpaperSetter;
  readonly wallpaperStore: WallpaperStore;
  /** The primary first. */
  readonly displays: () => readonly Display[];
  readonly holds: Holds;
  readonly lookStore: LookStore;
  readonly theme: DarkTheme;
  readonly position: PositionSource;
  readonly stationStore: StationStore;
  readonly ledger: LedgerStore;
  readonly orbitHistory: OrbitHistoryStore;
  readonly stationSettings: StationSettingsStore;
  readonly posts: PostsService;
  readonly journal: JournalStore;
  readonly journalState: JournalStateStore;
  readonly newId: () => string;
}

interface ActivityOptions {
  /** The current settings. */
  readonly settings: () => Settings;
  /** IANA name of the person's current time zone. */
  readonly timeZone: () => string;
  readonly suspension: Suspension;
}

/** What the window, the tray and the command line can ask of the app. */
export type Activities = ReturnType<typeof startActivities>;

/**
 * Starts the picture of the day, the station and the journal. Each part is added to `disposals` as soon as it runs, so
 * that nothing goes on when the start of a later one throws.
 */
export function startActivities(
  surroundings: Surroundings,
  ports: Ports,
  options: ActivityOptions,
  disposals: Disposals,
) {
  const { clock, state } = surroundings;
  const { settings, suspension } = options;
  const stop = new AbortController();

  const wallpaper = createWallpaperController({
    clock,
    state,
    setter: ports.wallpaper,
    archive: ports.archive,
    store: ports.wallpaperStore,
    isWanted: () => settings().wallpaper.enabled === true && !suspension.isPaused,
    onDefect: surroundings.onDefect,
  });
  disposals.add(() => wallpaper.dispose());
  // Before any other wallpaper is set.
  wallpaper.withdrawSimulated(stop.signal).catch(surroundings.onDefect);
  const look = startLook({
    ...surroundings,
    store: ports.lookStore,
    theme: ports.theme,
    recompose: (signal) => wallpaper.recompose(signal),
  });
  disposals.add(() => look.dispose());
  const spaces = startSpaces({
    state,
    catchUp: () => wallpaper.catchUp(stop.signal),
    onDefect: surroundings.onDefect,
  });
  disposals.add(() => spaces.dispose());
  const { archive, pictureState } = ports;
  const selection = createWallpaperSelection({
    clock,
    state,
    archive,
    pictureState,
    settings: () => settings().wallpaper,
    withoutPicture: () => settings().picture.withoutPicture,
    displays: ports.displays,
    isPerDisplay: () => ports.wallpaper.isPerDisplay,
    holds: ports.holds,
    bring: pictureOf,
    onDefect: surroundings.onDefect,
    suspension,
    isEnabled: () => settings().wallpaper.enabled === true,
    offer: (shown, signal) => wallpaper.offer(shown, signal),
    withdraw: (date, signal) => wallpaper.withdraw(date, signal),
    restore: (signal) => wallpaper.restore(signal),
  });
  disposals.add(() => selection.dispose());
  wallpaper.onRetry(() => selection.refresh());
  const picture = startPictureOfTheDay({
    ...surroundings,
    sources: ports.pictures,
    providers: () => settings().picture.providers,
    downloader: ports.downloader,
    archive,
    pictureState,
    onPicture: (signal) => selection.refresh(signal),
  });
  disposals.add(() => picture.dispose());
  const station = startStation({
    ...surroundings,
    source: ports.position,
    store: ports.stationStore,
    ledger: ports.ledger,
    history: ports.orbitHistory,
    settings: ports.stationSettings,
    loadPlaceUnder,
    timeZone: options.timeZone,
  });
  disposals.add(() => station.dispose());
  const journal = startJournal({
    ...surroundings,
    newId: ports.newId,
    authorId: () => settings().journal.authorId,
    service: ports.posts,
    store: ports.journal,
    stateStore: ports.journalState,
  });
  disposals.add(() => journal.dispose());

  function wake(): void {
    picture.wake();
    station.wake();
    journal.wake();
    look.poke();
  }
  function checkAll(): void {
    picture.check();
    station.check();
    journal.wake();
  }
  /** As `checkAll`, with a request for the picture even when it is here. During a pause or sleep that wish is forgotten. */
  function askAll(): void {
    if (suspension.closed('picture') === null) picture.ask();
    checkAll();
  }
  const stopListening = suspension.onChange(({ suspended, by }) => {
    station.pause(suspended);
    // Each loop must update what it waits for. After sleep, what is due comes with a random delay.
    if (suspended || by === 'person') checkAll();
    else wake();
    if (!suspended || suspension.isPaused)
      void wallpaper.retryNow(() => selection.refresh()).catch(surroundings.onDefect);
  });
  station.pause(suspension.isPaused);
  disposals.add(() => {
    stopListening();
    stop.abort();
  });

  return {
    checkPicture: () => picture.check(),

    /** The picture of a day (`YYYY-MM-DD`), from the disk or from the services. */
    pictureOf,

    /** Applies a decision of the person about the picture on the desktop. */
    decide: (decision: WallpaperDecision) =>
      decision.kind === 'favour'
        ? selection.decide(decision)
        : wallpaper.retryNow(() => selection.decide(decision)),

    /**
     * Sets a picture as wallpaper until a newer day comes. Fails with `not-found` if there is none, and with `wallpaper`
     * if the desktop refuses it, which AppState shows too.
     */
    async setWallpaper(order?: WallpaperOrder) {
      const wanted = await wantedPicture(order?.date ?? null);
      if (!wanted.ok) return wanted;
      return wallpaper.apply(selection.choose(wanted.value), stop.signal, order);
    },

    /** Updates the desktop after a change of the picture's or the wallpaper's settings. */
    async refreshDesktop() {
      await wallpaper.retryNow(() => selection.refresh());
      await wallpaper.recompose(stop.signal);
      await wallpaper.followLockScreen(stop.signal);
    },

    /** Another space of macOS is shown. */
    spaceChanged: () => spaces.changed(),

    /** The power supply has changed: the rotation may go on, or is held. */
    powerChanged: () => selection.wake(),

    /** How many of the kept pictures these rules would hide. */
    countHidden: (rules: ShowRules) => selection.countHidden(rules),

    /** Restores the person's own wallpaper until a newer day comes or the person chooses a picture. */
    restoreWallpaper: () => selection.restore(),

    /** At the end of the app: restores the person's own wallpaper. The next start sets the picture again. */
    leaveDesktop: () => wallpaper.restore(stop.signal),
    station,
    journal,

    /** Asks all services now, but none more often than it allows. */
    checkAll,
    askAll,

    /** After sleep or when the network is back: does what is due, with a random delay. */
    wake,
  };

  /** Hoisted: picture and selection call each other. */
  function pictureOf(date: string, signal?: AbortSignal): Promise<Result<DayPicture>> {
    return picture.day(date, signal);
  }

  function wantedPicture(date: string | null): Promise<Result<DayPicture>> {
    if (date !== null) return picture.day(date);
    const { last } = state.current.picture;
    return Promise.resolve(last === null ? fail({ kind: 'not-found' }) : ok(last));
  }
}
