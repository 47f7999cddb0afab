import type { Result } from '#shared/failure.ts';
import type { DayPicture, PictureChoice, WithoutPicture } from '#shared/picture/picture.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type {
  PicturePool,
  RotationHold,
  SelectionState,
  ShowRules,
  WallpaperDecision,
} from '#shared/wallpaper/selection.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller, type NextRound } from '#runtime/poller.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Suspension } from '#runtime/suspension.ts';
import {
  addDays,
  easternDate,
  type PictureArchive,
  type PictureFacts,
  type PictureStateStore,
} from '#picture/index.ts';
import { choosePictures } from './display-pictures.ts';
import { createPastYears } from './past-years.ts';
import {
  favour,
  goBack,
  goToNewest,
  isOwnWanted,
  pin,
  rotate,
  skip,
  undoSkip,
  unskip,
  pictureAfter,
  pictureBefore,
  pictureToShow,
  type SelectableDays,
} from './selection-rules.ts';
import {
  nextInRotation,
  passesRules,
  picturesOf,
  rotationDueAt,
  shuffled,
  type Allowance,
} from './pools.ts';
import type { Display } from '#platform/windows/display.ts';
import type { Selected, WallpaperFailure } from './ports.ts';

/** What may hold the rotation besides the person. */
export interface Holds {
  /** False too where the system does not tell. */
  readonly isOnBattery: () => boolean;
  /** Whether a window fills a display; false too where the desktop does not tell. */
  readonly isFullScreen: (signal: AbortSignal) => Promise<boolean>;
}

interface WallpaperSelectionOptions {
  readonly clock: Clock;
  readonly archive: PictureArchive;
  readonly pictureState: PictureStateStore;
  readonly state: StateHolder;
  readonly settings: () => Pick<Settings['wallpaper'], 'displays' | 'others' | 'rotation' | 'show'>;
  readonly withoutPicture: () => WithoutPicture;
  /** The primary first. */
  readonly displays: () => readonly Display[];
  /** Whether each display can show a picture of its own. */
  readonly isPerDisplay: () => boolean;
  readonly holds: Holds;
  /** A picture of any day, from the disk or else with one request. */
  readonly bring: (date: string, signal: AbortSignal) => Promise<Result<DayPicture>>;
  /** Puts pictures on the desktop; those that were put there last are left alone. */
  readonly offer: (selected: Selected, signal: AbortSignal) => Promise<void>;
  /** Puts back what the desktop showed before the picture of `date`, where that is the last one that was set. */
  readonly withdraw: (date: string, signal: AbortSignal) => Promise<void>;
  /** Puts the person's own wallpaper back. */
  readonly restore: (signal: AbortSignal) => Promise<Result<Restored, WallpaperFailure>>;
  /** Whether new pictures are set automatically. */
  readonly isEnabled: () => boolean;
  /** While paused the desktop keeps what it shows, unless the person decides something. */
  readonly suspension: Pick<Suspension, 'isPaused'>;
  readonly onDefect: (error: unknown) => void;
}

/** Whether the desktop was read back and shows it; null when it was there already. */
export type Restored = { readonly verified: boolean } | null;

/** Decides which picture each display shows, from the person's choices. Choices persist across restarts. */
export type WallpaperSelection = ReturnType<typeof createWallpaperSelection>;

/** The number of kept days from which the newest picture is selected. */
const mostSelectable = 60;
/** How often to check, in milliseconds, while a window fills the screen: no event tells when it no longer does. */
const fullScreenMs = 10 * 60_000;

export function createWallpaperSelection(options: WallpaperSelectionOptions) {
  const { clock, archive, pictureState, state, settings, suspension, offer, isEnabled } = options;
  const stop = new AbortController();

  const allowance = (): Allowance => ({
    withoutPicture: options.withoutPicture(),
    show: settings().show,
  });
  const selectable = (): SelectableDays => ({
    days: archive.days({ before: null, limit: mostSelectable }),
    get: (date) => archive.get(date),
  });
  const main = (): DayPicture | null =>
    pictureToShow(pictureState.current.choice, selectable(), allowance());
  const today = (): string => easternDate(clock.now());
  const offered = (pool: PicturePool): readonly PictureFacts[] =>
    picturesOf(pool, archive.facts(), pictureState.current.choice, allowance(), today());
  /** The day that the desktop shows, as far as the app knows. */
  function shown(): string | null {
    const { wallpaper } = state.current;
    return wallpaper.kind === 'untouched' ? (main()?.record.date ?? null) : wallpaper.date;
  }

  /** Adds the pictures of the other displays, and remembers them. */
  function withOthers(picture: DayPicture): Selected {
    const { displays: which, others: wanted, rotation } = settings();
    const displays = options.displays().slice(1);
    if (wanted === 'same' || which !== 'all' || displays.length === 0 || !options.isPerDisplay())
      return picture;
    const { date } = picture.record;
    const turn = `${wanted} ${date}`;
    const pool = offered(wanted);
    const mixed = wanted === 'favourites' || rotation.pool !== 'off';
    const { dates, remembered } = choosePictures({
      displays,
      remembered: pictureState.current.displays,
      pool: mixed ? mix(pool, turn) : pool,
      main: date,
      turn,
    });
    if (JSON.stringify(remembered) !== JSON.stringify(pictureState.current.displays))
      pictureState.change({ displays: remembered });
    const others = [...dates].flatMap(([id, day]) => {
      const other = archive.get(day);
      return other?.file ? [[id, other] as const] : [];
    });
    return { ...picture, others: new Map(others) };
  }

  async function show(signal: AbortSignal): Promise<void> {
    correctBack();
    const picture = main();
    publish({
      perDisplay: options.isPerDisplay(),
      displays: options.displays().length,
      allHidden: picture === null && !isOwn() && areAllHidden(),
    });
    if (picture === null || !isEnabled()) return;
    noteShown(picture);
    await offer(withOthers(picture), signal);
    publish({ perDisplay: options.isPerDisplay() });
  }

  function publish(part: Partial<SelectionState>): void {
    const { selection } = state.current;
    const next = { ...selection, ...part };
    if (JSON.stringify(next) !== JSON.stringify(selection))
      state.update(() => ({ selection: next }));
  }

  function areAllHidden(): boolean {
    const { hidden, of } = countHidden(settings().show);
    return of > 0 && hidden === of;
  }

  function countHidden(rules: ShowRules): { hidden: number; of: number } {
    const kept = archive.facts();
    return { hidden: kept.filter((one) => !passesRules(one, rules)).length, of: kept.length };
  }

  function noteShown({ record: { date } }: DayPicture): void {
    const { shown: last } = pictureState.current;
    if (last?.date !== date) pictureState.change({ shown: { date, since: clock.now() } });
  }

  const newestDate = (): string | null =>
    archive.days({ before: null, limit: 1 })[0]?.record.date ?? null;
  const isOwn = (): boolean => isOwnWanted(pictureState.current.choice, selectable(), allowance());

  function note(choice: PictureChoice): void {
    pictureState.change({ choice });
    state.update(() => ({ choice }));
  }

  /** A day that the user went back from while the system clock was ahead would hold until it comes. */
  function correctBack(): void {
    const { choice } = pictureState.current;
    const newest = newestDate();
    if (choice.back === null || newest === null || choice.back.since <= addDays(today(), 1)) return;
    note({ ...choice, back: { ...choice.back, since: newest } });
  }

  state.update(() => ({ choice: pictureState.current.choice }));

  /** The picture that the rotation shows next; null if there is no other. */
  function nextPicture(pool: PicturePool, current: string | null): string | null {
    const dates = offered(pool).map(({ date }) => date);
    const { back } = pictureState.current.choice;
    const last = back?.rotated === true ? back.to : current;
    for (let next = nextInRotation(dates, current, last); next !== null;) {
      if ((archive.get(next)?.file ?? null) !== null) return next;
      // Its file was removed by hand.
      dates.splice(dates.indexOf(next), 1);
      next = nextInRotation(dates, current, last);
    }
    return null;
  }

  /** Changes to the next picture of the rotation. False if there is no other. */
  function turn(pool: PicturePool): boolean {
    const newest = newestDate();
    const next = nextPicture(pool, shown());
    if (newest === null || next === null) return false;
    note(rotate(pictureState.current.choice, next, newest));
    pictureState.change({ shown: { date: next, since: clock.now() } });
    return true;
  }

  type Plan =
    | { readonly kind: 'held'; readonly by: RotationHold }
    | { readonly kind: 'planned'; readonly at: number }
    | { readonly kind: 'due' };

  /** When the rotation is due, or what holds it besides a full-screen window. */
  function plan(): Plan {
    const { rotation } = settings();
    if (rotation.pool === 'off' || !isEnabled()) return { kind: 'held', by: 'off' };
    const { shown: last, choice } = pictureState.current;
    // Without a picture there is nothing to rotate; the first picture pokes this loop.
    if (last === null) return { kind: 'held', by: 'nothing-else' };
    if (suspension.isPaused) return { kind: 'held', by: 'paused' };
    if (choice.pinned !== null) return { kind: 'held', by: 'pinned' };
    if (isOwn()) return { kind: 'held', by: 'own-wallpaper' };
    if (options.holds.isOnBattery()) return { kind: 'held', by: 'battery' };
    const now = clock.now();
    if (last.since > now) pictureState.change({ shown: { ...last, since: now } });
    const at = rotationDueAt(rotation, last.since, now);
    return at <= now ? { kind: 'due' } : { kind: 'planned', at };
  }

  /** One round of the rotation: changes the picture if that is due, and plans the next round. */
  async function round(signal: AbortSignal): Promise<NextRound> {
    const held = (by: RotationHold): NextRound => {
      publish({ rotation: { kind: 'held', by } });
      return { delayMs: by === 'full-screen' ? fullScreenMs : null };
    };
    let next = plan();
    if (next.kind === 'due') {
      if (await options.holds.isFullScreen(signal)) return held('full-screen');
      // While the desktop was asked the person may have pinned the picture, or switched this off.
      next = plan();
    }
    if (next.kind === 'planned') {
      publish({ rotation: next });
      return { delayMs: next.at - clock.now() };
    }
    if (next.kind === 'held') {
      const { choice } = pictureState.current;
      if (next.by === 'off' && choice.back?.rotated === true) {
        note(goToNewest(choice));
        await show(signal);
      }
      return held(next.by);
    }
    const { pool } = settings().rotation;
    if (pool === 'off' || !turn(pool)) return held('nothing-else');
    await show(signal);
    return round(signal);
  }

  const pastYears = createPastYears({
    archive,
    today,
    isWanted() {
      const { others, rotation } = settings();
      return isEnabled() && [others, rotation.pool].includes('this-day');
    },
    count: () => offered('this-day').length,
    bring: (date) => options.bring(date, stop.signal),
    async onBrought() {
      if (!suspension.isPaused) await show(stop.signal);
      loop.poke();
    },
    onDefect: options.onDefect,
  });

  /** Resolves when the kept picture was shown; a rotation that became due since the last run follows. */
  const first = Promise.withResolvers<undefined>();
  const loop = startPoller({
    clock,
    round,
    begin: first.promise.then(() => undefined),
    minGapMs: 1_000,
    onPlan: () => undefined,
    onDefect: options.onDefect,
  });

  /** Shows the selected pictures, and plans the rotation again. */
  async function showAndPlan(signal: AbortSignal): Promise<void> {
    await show(signal);
    loop.poke();
  }

  async function decide(decision: WallpaperDecision): Promise<void> {
    const { choice } = pictureState.current;
    switch (decision.kind) {
      case 'favour':
        note(favour(choice, decision.date, decision.favourite));
        loop.poke();
        return;
      case 'skip': {
        const skipped = decision.date ?? shown();
        if (skipped === null) return;
        note(skip(choice, skipped));
        if (main() === null || !isEnabled()) {
          await options.withdraw(skipped, stop.signal);
          return;
        }
        break;
      }
      case 'undo-skip':
        note(undoSkip(choice));
        break;
      case 'pin':
        note(pin(choice, decision.pinned ? shown() : null));
        break;
      case 'previous': {
        const newest = newestDate();
        const date = shown();
        if (newest === null || date === null) return;
        const days = archive.days({ before: date, limit: mostSelectable });
        const earlier = pictureBefore(date, choice, { ...selectable(), days }, allowance());
        if (earlier === null) return;
        note(goBack(choice, earlier.record.date, newest));
        break;
      }
      case 'next': {
        const { pool } = settings().rotation;
        if (pool !== 'off' && turn(pool)) break;
        const newest = newestDate();
        const later = pictureAfter(shown() ?? '', choice, selectable(), allowance());
        if (newest === null || later === null) return;
        const { date } = later.record;
        note(date === newest ? goToNewest(choice) : goBack(choice, date, newest));
        break;
      }
      case 'newest':
        note(goToNewest(choice));
    }
    await showAndPlan(stop.signal);
  }

  return {
    /** Shows the selected pictures: after a check, and after every decision. */
    async refresh(signal = stop.signal) {
      if (!suspension.isPaused) {
        await show(signal);
        pastYears.want();
      }
      first.resolve(undefined);
      loop.poke();
    },

    /**
     * Applies a decision of the person and shows what follows from it. If no other picture follows a skipped one,
     * restores the person's own wallpaper.
     */
    decide,

    /** Puts the person's own wallpaper back; it stays until a newer day comes, or until the person chooses a picture. */
    async restore() {
      const before = pictureState.current.choice;
      const newest = newestDate();
      // Record the decision first, so that no picture is set in the meantime.
      if (newest !== null) note(goBack(before, null, newest));
      const noted = pictureState.current.choice;
      const done = await options.restore(stop.signal);
      if (!done.ok && pictureState.current.choice === noted) note(before);
      loop.poke();
      return done;
    },

    /**
     * Records that the person set the picture of a day: it stays until a newer day comes, or until the rotation goes on.
     * Does not set the wallpaper. Returns the pictures of the other displays.
     */
    choose(picture: DayPicture) {
      const { date } = picture.record;
      const { choice } = pictureState.current;
      const newest = newestDate();
      const isNewest = newest === null || newest === date;
      note(unskip(isNewest ? goToNewest(choice) : goBack(choice, date, newest), date));
      noteShown(picture);
      loop.poke();
      return withOthers(picture);
    },

    /** Call after a change of the power supply: checks again whether the rotation is due or held. */
    wake: () => loop.poke(),

    /** How many of the kept pictures these rules hide. */
    countHidden,
    async dispose() {
      stop.abort();
      await Promise.all([loop.dispose(), pastYears.idle()]);
    },
  };
}

function mix(pool: readonly PictureFacts[], seed: string): readonly PictureFacts[] {
  const byDate = new Map(pool.map((picture) => [picture.date, picture]));
  return shuffled([...byDate.keys()], seed).flatMap((date) => byDate.get(date) ?? []);
}
