import { isSameJson } from '#shared/json.ts';
import type { DayPicture, PictureChoice } from '#shared/picture/picture.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type {
  PicturePool,
  SelectionState,
  ShowRules,
  WallpaperDecision,
} from '#shared/wallpaper/selection.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import {
  addDays,
  easternDate,
  type BufferedDayStore,
  type PictureStateStore,
} from '#picture/index.ts';
import type { Display } from '#platform/windows/display.ts';
import {
  choiceAfterDecision,
  choiceAfterTurn,
  isOwnWallpaperSelected,
  mainPicture,
  newestDate,
  poolPictures,
  selectPictures,
  type DecisionInput,
} from './decision.ts';
import { passesRules } from './pools.ts';
import type { SelectedPicture } from './wallpaper-setter.ts';
import { goBackToPicture, goToNewest, unskipPicture } from './selection-rules.ts';

interface SelectionOptions {
  readonly clock: Clock;
  readonly archive: BufferedDayStore;
  readonly pictureState: PictureStateStore;
  readonly state: StateHolder;
  readonly settings: () => Settings;
  /** The displays, the primary first. */
  readonly displays: () => readonly Display[];
  /** Whether each display can show a separate picture. */
  readonly isPerDisplay: () => boolean;
}

/**
 * The pictures that the desktop should show: records the user's choices, which persist across restarts, and publishes
 * them in AppState. `decision.ts` derives the pictures from the choices. Sets no wallpaper.
 */
export class Selection {
  readonly #options: SelectionOptions;

  constructor(options: SelectionOptions) {
    this.#options = options;
    options.state.update(() => ({ choice: this.choice }));
  }

  get choice(): PictureChoice {
    return this.#options.pictureState.current.choice;
  }

  /** The day of the selected picture, and the time at which it was selected. */
  get shownSince() {
    return this.#options.pictureState.current.shown;
  }

  /** Whether the desktop should keep the user's own wallpaper. */
  get isOwn(): boolean {
    return isOwnWallpaperSelected(this.#input());
  }

  get main(): DayPicture | null {
    return mainPicture(this.#input());
  }

  /**
   * The day of the picture that the app has set or tried to set last. Before the first picture and after a restore: the
   * day of the selected picture.
   */
  get shownDate(): string | null {
    const { wallpaper } = this.#options.state.current;
    return wallpaper.kind === 'untouched' ? (this.main?.record.date ?? null) : wallpaper.date;
  }

  /** Whether the user's choices allow the desktop to keep the picture of `date`. */
  mayRemain(date: string): boolean {
    return !this.isOwn && !this.choice.skipped.includes(date);
  }

  count(pool: PicturePool): number {
    return poolPictures(pool, this.#input()).length;
  }

  countHidden(rules: ShowRules): { hidden: number; of: number } {
    const facts = this.#options.archive.facts();
    return { hidden: facts.filter((one) => !passesRules(one, rules)).length, of: facts.length };
  }

  /** Publishes a part of AppState's `selection`. */
  publish(part: Partial<SelectionState>): void {
    const { state } = this.#options;
    const { selection } = state.current;
    const nextSelection = { ...selection, ...part };
    if (!isSameJson(nextSelection, selection)) state.update(() => ({ selection: nextSelection }));
  }

  select(): DayPicture | null {
    this.#correctBack();
    const picture = this.main;
    const { displays, isPerDisplay } = this.#options;
    this.publish({
      perDisplay: isPerDisplay(),
      displays: displays().length,
      allHidden: picture === null && !this.isOwn && this.#areAllHidden(),
    });
    return picture;
  }

  /** Records that the desktop is about to show the picture. Returns it with the pictures of the other displays. */
  show(picture: DayPicture): SelectedPicture {
    const { pictureState } = this.#options;
    const { date } = picture.record;
    if (this.shownSince?.date !== date) this.#noteShown(date);
    const { selected, remembered } = selectPictures(picture, this.#input());
    if (!isSameJson(remembered, pictureState.current.displays))
      pictureState.change({ displays: remembered });
    return selected;
  }

  /** Applies a decision of the user. Returns whether it changes the choice. */
  apply(decision: WallpaperDecision): boolean {
    const choice = choiceAfterDecision(decision, this.shownDate, this.#input());
    if (choice === null) return false;
    this.change(choice);
    const { back } = choice;
    if (decision.kind === 'next' && back?.rotated === true && back.to !== null)
      this.#noteShown(back.to);
    return true;
  }

  /** Changes to the next picture of the rotation. Returns false if there is no other picture. */
  turn(pool: PicturePool): boolean {
    const choice = choiceAfterTurn(pool, this.shownDate, this.#input());
    const date = choice?.back?.to ?? null;
    if (choice === null || date === null) return false;
    this.change(choice);
    this.#noteShown(date);
    return true;
  }

  /**
   * Records that the user chose the picture. The choice ends when a newer day arrives or the rotation continues.
   * Returns the picture with those of the other displays.
   */
  choose(picture: DayPicture): SelectedPicture {
    const { date } = picture.record;
    const newestDay = newestDate(this.#input());
    const isNewest = newestDay === null || newestDay === date;
    const { choice } = this;
    this.change(
      unskipPicture(isNewest ? goToNewest(choice) : goBackToPicture(choice, date, newestDay), date),
    );
    return this.show(picture);
  }

  /** Selects the user's own wallpaper. Does nothing if there is no picture. */
  chooseOwn(): void {
    const newestDay = newestDate(this.#input());
    if (newestDay !== null) this.change(goBackToPicture(this.choice, null, newestDay));
  }

  chooseNewest(): void {
    this.change(goToNewest(this.choice));
  }

  change(choice: PictureChoice): void {
    const { pictureState, state } = this.#options;
    pictureState.change({ choice });
    state.update(() => ({ choice }));
  }

  /**
   * Corrects a `since` in the future: the clock was set back, so the present time is recorded instead. Returns the
   * valid time.
   */
  correctShownSince(shown: NonNullable<Selection['shownSince']>): number {
    const { clock, pictureState } = this.#options;
    const now = clock.now();
    if (shown.since <= now) return shown.since;
    pictureState.change({ shown: { ...shown, since: now } });
    return now;
  }

  #noteShown(date: string): void {
    const { pictureState, clock } = this.#options;
    pictureState.change({ shown: { date, since: clock.now() } });
  }

  /** Corrects the day of a choice that was made while the clock was ahead: the choice would apply until that day. */
  #correctBack(): void {
    const { back } = this.choice;
    const input = this.#input();
    const newestDay = newestDate(input);
    if (back === null || newestDay === null || back.since <= addDays(input.today, 1)) return;
    this.change({ ...this.choice, back: { ...back, since: newestDay } });
  }

  #areAllHidden(): boolean {
    const { hidden, of } = this.countHidden(this.#options.settings().wallpaper.show);
    return of > 0 && hidden === of;
  }

  #input(): DecisionInput {
    const { archive, clock, displays, isPerDisplay, pictureState } = this.#options;
    const { wallpaper, picture } = this.#options.settings();
    return {
      choice: this.choice,
      archive,
      allowance: { withoutPicture: picture.withoutPicture, show: wallpaper.show },
      settings: wallpaper,
      displays: displays(),
      remembered: pictureState.current.displays,
      isPerDisplay: isPerDisplay(),
      today: easternDate(clock.now()),
    };
  }
}
