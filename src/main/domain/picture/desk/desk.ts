import type { DayPicture, WithoutPicture } from '../../../../shared/picture.ts';
import type { StateHolder } from '../../app-state.ts';
import type { Clock } from '../../time/clock.ts';
import type { Notes } from '../notes.ts';
import type { PictureArchive } from '../ports.ts';
import { favour, goBack, goToNewest, pause, pin, resume, skip, undoSkip } from './choice.ts';
import type { Pause } from './choice.ts';
import { pictureBefore, pictureToShow, type Shelf } from './rules.ts';

export interface DeskOptions {
  readonly clock: Clock;
  readonly archive: PictureArchive;
  readonly notes: Notes;
  readonly state: StateHolder;
  readonly withoutPicture: () => WithoutPicture;
  /** Puts a picture on the desktop; one that was put there last is left alone. */
  readonly offer: (picture: DayPicture, signal: AbortSignal) => Promise<void>;
  readonly onDefect: (error: unknown) => void;
}

/** What a person decides about the picture on the desktop. Every decision outlives a restart. */
export interface Desk {
  /** Shows what is to be shown now: after a look, and whenever something was decided. */
  refresh(signal?: AbortSignal): Promise<void>;
  /** “I don’t like this one”: the picture that is shown, or that of a day. */
  skip(date?: string): Promise<void>;
  undoSkip(): Promise<void>;
  /** Pins the picture that is shown, or lets it go. */
  pin(isPinned: boolean): Promise<void>;
  /** The picture before the one that is shown. */
  previous(): Promise<void>;
  newest(): Promise<void>;
  favour(date: string, isFavourite: boolean): void;
  pause(length: Pause): void;
  resume(): Promise<void>;
  dispose(): Promise<void>;
}

/** How many kept days are looked at for the next picture to show. */
const shelfDays = 60;

export function createDesk(options: DeskOptions): Desk {
  const { clock, archive, notes, state, withoutPicture, offer, onDefect } = options;
  const stop = new AbortController();
  let pauseEnds: AbortController | null = null;
  let waiting: Promise<void> = Promise.resolve();

  const shelf = (): Shelf => ({
    days: archive.days({ before: null, limit: shelfDays }),
    get: (date) => archive.get(date),
  });
  const toShow = (): DayPicture | null =>
    pictureToShow(notes.current.choice, shelf(), withoutPicture(), clock.now());
  /** The day that the desktop shows, as far as the app knows. */
  function shown(): string | null {
    const { wallpaper } = state.current;
    return wallpaper.kind === 'untouched' ? (toShow()?.record.date ?? null) : wallpaper.date;
  }

  async function refresh(signal = stop.signal): Promise<void> {
    const picture = toShow();
    if (picture !== null) await offer(picture, signal);
  }

  function decide(choice: typeof notes.current.choice): void {
    notes.change({ choice });
    state.update(() => ({ choice }));
  }

  /** A pause that ends by itself shows what came meanwhile. */
  function awaitPauseEnd(): void {
    pauseEnds?.abort();
    const { paused } = notes.current.choice;
    if (typeof paused !== 'number') return;
    pauseEnds = new AbortController();
    const either = AbortSignal.any([stop.signal, pauseEnds.signal]);
    waiting = clock
      .sleep(Math.max(paused - clock.now(), 0), either)
      .then(async (slept) => {
        if (!slept) return;
        decide(resume(notes.current.choice));
        await refresh();
      })
      .catch(onDefect);
  }

  state.update(() => ({ choice: notes.current.choice }));
  awaitPauseEnd();

  return {
    refresh,
    async skip(date) {
      const skipped = date ?? shown();
      if (skipped === null) return;
      decide(skip(notes.current.choice, skipped));
      await refresh();
    },
    async undoSkip() {
      decide(undoSkip(notes.current.choice));
      await refresh();
    },
    async pin(isPinned) {
      decide(pin(notes.current.choice, isPinned ? shown() : null));
      await refresh();
    },
    async previous() {
      const { choice } = notes.current;
      const [newest] = archive.days({ before: null, limit: 1 });
      const date = shown();
      if (newest === undefined || date === null) return;
      const earlier = pictureBefore(
        date,
        choice,
        {
          ...shelf(),
          days: archive.days({ before: date, limit: shelfDays }),
        },
        withoutPicture(),
      );
      if (earlier === null) return;
      decide(goBack(choice, earlier.record.date, newest.record.date));
      await refresh();
    },
    async newest() {
      decide(goToNewest(notes.current.choice));
      await refresh();
    },
    favour: (date, isFavourite) => decide(favour(notes.current.choice, date, isFavourite)),
    pause(length) {
      decide(pause(notes.current.choice, length, clock.now()));
      awaitPauseEnd();
    },
    async resume() {
      decide(resume(notes.current.choice));
      awaitPauseEnd();
      await refresh();
    },
    async dispose() {
      stop.abort();
      await waiting;
    },
  };
}
