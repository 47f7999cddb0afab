import type { Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { startJournal } from '#journal/journal.ts';
import { startPictureOfTheDay } from '#picture/picture-of-the-day.ts';
import type { Surroundings } from '#runtime/service-loop.ts';
import type { Suspension } from '#runtime/suspension.ts';
import { startStation } from '#station/station.ts';
import { startWallpaper } from '#wallpaper/index.ts';

export type Activities = ReturnType<typeof startActivities>;

/** The options of one activity, without those that all activities share or that connect two of them. */
type OptionsOf<Start extends (options: never) => unknown> = Omit<
  Parameters<Start>[0],
  keyof Surroundings | 'suspension' | 'fetchDay' | 'onPicture'
>;

/**
 * Starts the wallpaper, the picture of the day, the station and the journal. Each is added to `stack` as soon as it
 * runs, so that it is stopped when the start of a later activity throws.
 */
export function startActivities(
  surroundings: Surroundings,
  suspension: Suspension,
  options: {
    readonly wallpaper: OptionsOf<typeof startWallpaper>;
    readonly picture: OptionsOf<typeof startPictureOfTheDay>;
    readonly station: OptionsOf<typeof startStation>;
    readonly journal: OptionsOf<typeof startJournal>;
  },
  stack: AsyncDisposableStack,
) {
  const wallpaper = startWallpaper({
    ...surroundings,
    ...options.wallpaper,
    suspension,
    fetchDay,
  });
  stack.defer(() => wallpaper.dispose());
  const picture = startPictureOfTheDay({
    ...surroundings,
    ...options.picture,
    onPicture: (signal) => wallpaper.refresh(signal),
  });
  stack.defer(() => picture.dispose());
  const station = startStation({ ...surroundings, ...options.station });
  stack.defer(() => station.dispose());
  const journal = startJournal({ ...surroundings, ...options.journal });
  stack.defer(() => journal.dispose());

  function wake(): void {
    picture.wake();
    station.wake();
    journal.wake();
    wallpaper.wake();
  }
  function checkAll(): void {
    picture.check();
    station.check();
    journal.wake();
  }
  const stopListening = suspension.onChange(({ suspended, by }) => {
    station.pause(suspended);
    // Each loop must update the time that it shows. After sleep, due rounds start with a random delay.
    if (suspended || by === 'person') checkAll();
    else wake();
  });
  station.pause(suspension.isPaused);
  stack.defer(() => {
    stopListening();
    wallpaper.abort();
  });

  return {
    wallpaper,
    picture,
    station,
    journal,

    /** Asks each service now, unless its gap or its hold forbids it. */
    checkAll,

    /**
     * As `checkAll`, with a request for the picture even if today's is stored. Ignored for the picture during a pause
     * or sleep.
     */
    askAll() {
      if (!suspension.isClosed('picture')) picture.ask();
      checkAll();
    },

    /** After sleep or when the network is back: starts the due rounds, with a random delay. */
    wake,
  };

  // A function declaration, because the picture of the day and the wallpaper call each other.
  function fetchDay(date: string, signal?: AbortSignal): Promise<Result<DayPicture>> {
    return picture.day(date, signal);
  }
}
