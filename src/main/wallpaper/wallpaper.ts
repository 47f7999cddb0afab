import { fail, ok, type Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { ShowRules, WallpaperDecision, WallpaperOrder } from '#shared/wallpaper/selection.ts';
import { easternDate, type BufferedDayStore, type PictureStateStore } from '#picture/index.ts';
import type { Display } from '#platform/windows/display.ts';
import type { ActivityOptions } from '#runtime/service-loop.ts';
import type { Suspension } from '#runtime/suspension.ts';
import type { StoredValue } from '#runtime/value.ts';
import { reportDefect } from '#runtime/defects.ts';
import { WallpaperAttempts } from './attempts.ts';
import { startLook, type DarkTheme, type StoredLook } from './look.ts';
import { MissingPictures, type WantedPictures } from './missing-pictures.ts';
import type { SetWallpaper, WallpaperFailure, WallpaperSetter } from './wallpaper-setter.ts';
import { startRotation, type RotationHolds } from './rotation.ts';
import { Selection } from './selection.ts';
import { MacSpaces } from './spaces.ts';

interface WallpaperOptions extends Pick<ActivityOptions, 'clock' | 'state' | 'begin'> {
  readonly setter: WallpaperSetter;
  readonly store: StoredValue<SetWallpaper | null>;
  readonly lookStore: StoredValue<StoredLook>;
  readonly theme: DarkTheme;
  readonly archive: BufferedDayStore;
  readonly pictureState: PictureStateStore;
  /** The displays, the primary first. */
  readonly displays: () => readonly Display[];
  readonly holds: RotationHolds;
  readonly settings: () => Settings;
  /** While paused the desktop keeps its pictures, unless the user decides something. */
  readonly suspension: Pick<Suspension, 'isPaused' | 'onChange'>;
  /** The picture of a day (`YYYY-MM-DD`), from the disk or from the services. */
  readonly fetchDay: (date: string, signal?: AbortSignal) => Promise<Result<DayPicture>>;
}

/**
 * Starts all parts that decide which pictures the desktop shows, and set them. Other features start these parts only
 * with this function.
 */
export const startWallpaper = (options: WallpaperOptions): WallpaperFeature =>
  new WallpaperFeature(options);

/**
 * The selection decides which pictures the desktop should show; the attempts set them. After an event that changes the
 * selection or the conditions, this class calls `offer` of the attempts with the selected pictures.
 */
class WallpaperFeature {
  readonly #options: WallpaperOptions;
  readonly #stop = new AbortController();
  readonly #selection: Selection;
  readonly #attempts: WallpaperAttempts;
  readonly #look: ReturnType<typeof startLook>;
  readonly #spaces: MacSpaces;
  readonly #rotation: ReturnType<typeof startRotation>;
  readonly #missingPictures: MissingPictures;
  /** Resolves after the first `refresh`; only then the rotation begins. */
  readonly #first = Promise.withResolvers<undefined>();
  readonly #stopListening: () => void;

  constructor(options: WallpaperOptions) {
    const { clock, state, setter, suspension } = options;
    const { signal } = this.#stop;
    this.#options = options;
    this.#selection = new Selection({ ...options, isPerDisplay: () => setter.isPerDisplay });
    this.#attempts = new WallpaperAttempts({
      ...options,
      isAutomatic: () => this.#isEnabled && !suspension.isPaused,
      offerAgain: () => this.refresh(),
    });
    // Queued here, so that it runs before the first call of `offer`.
    this.#attempts.begin(signal).catch(reportDefect);
    this.#look = startLook({
      ...options,
      store: options.lookStore,
      recompose: (during) => this.#recompose(during),
    });
    this.#spaces = new MacSpaces(state, clock, () => this.#attempts.catchUp(signal));
    this.#rotation = startRotation({
      ...options,
      selection: this.#selection,
      settings: () => options.settings().wallpaper,
      show: (during) => this.#show(during),
      begin: this.#first.promise,
    });
    this.#missingPictures = new MissingPictures({
      archive: options.archive,
      today: () => easternDate(clock.now()),
      wanted: () => (this.#isEnabled ? this.#wantedPictures() : []),
      count: (pool) => this.#selection.count(pool),
      fetchDay: (date) => options.fetchDay(date, signal),
      onFetched: async () => {
        if (!suspension.isPaused) await this.#show(signal);
        this.#rotation.poke();
      },
    });
    this.#stopListening = suspension.onChange(({ suspended }) => {
      if (!suspended || suspension.isPaused) this.#refreshNow().catch(reportDefect);
    });
  }

  /**
   * Shows the selected pictures and starts to fetch missing pictures of the used pools, unless the app is paused. Call
   * after each check for a new picture.
   */
  async refresh(signal: AbortSignal = this.#stop.signal): Promise<void> {
    if (!this.#options.suspension.isPaused) {
      await this.#show(signal);
      this.#missingPictures.fetchMissing();
    }
    this.#first.resolve(undefined);
    this.#rotation.poke();
  }

  /**
   * Applies a decision of the user about the picture on the desktop. If no other picture follows a skipped one,
   * restores the user's own wallpaper.
   */
  async decide(decision: WallpaperDecision): Promise<void> {
    if (decision.kind !== 'favour')
      await this.#attempts.startOver(() => this.#applyDecision(decision));
    else if (this.#selection.apply(decision)) this.#rotation.poke();
  }

  /**
   * Sets the picture of the ordered day, or without a day the newest picture, as wallpaper until a newer day comes or
   * the rotation continues. Fails with `not-found` if there is no newest picture yet, with the failure of `fetchDay` if
   * it returns no picture of the day, and with `wallpaper` if the desktop refuses the picture. AppState shows only the
   * refusal.
   */
  async choose(order?: WallpaperOrder): Promise<Result<null>> {
    const picture = await this.#pictureOf(order?.date ?? null);
    if (!picture.ok) return picture;
    const selectedPicture = this.#selection.choose(picture.value);
    this.#rotation.poke();
    const outcome = await this.#attempts.set(selectedPicture, this.#stop.signal, order);
    if (outcome.ok && order?.pinned === true) await this.decide({ kind: 'pin', pinned: true });
    return outcome;
  }

  /** Restores the user's own wallpaper until a newer day comes or the user chooses a picture. */
  async restore(): Promise<Result<RestoreOutcome, WallpaperFailure>> {
    const selection = this.#selection;
    const { choice } = selection;
    // Record the decision first, so that no other picture is set during the restore.
    selection.chooseOwn();
    const ownChoice = selection.choice;
    const outcome = await this.#attempts.restore(this.#stop.signal);
    if (!outcome.ok && selection.choice === ownChoice) selection.change(choice);
    this.#rotation.poke();
    return outcome;
  }

  /**
   * Restores the user's own wallpaper before the app quits or its data are removed. The next start sets the picture
   * again. Returns whether the user's own wallpaper and lock screen are back, or were never replaced. Never rejects: after
   * a defect they count as not restored.
   */
  async leave(limitMs: number): Promise<boolean> {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(limitMs)]);
    try {
      const outcome = await this.#attempts.restore(signal);
      const isRestored = outcome.ok || outcome.failure.why === 'unknown-desktop';
      return isRestored && this.#options.state.current.lockScreen.failure !== 'not-restored';
    } catch (error) {
      reportDefect(error);
      return false;
    }
  }

  /** Updates the desktop after a change of the settings or the displays. */
  async update(): Promise<void> {
    const { signal } = this.#stop;
    await this.#refreshNow();
    await this.#recompose(signal);
    await this.#attempts.followLockScreen(signal);
  }

  /** Call when macOS shows another space. */
  spaceChanged(): void {
    this.#spaces.changed();
  }

  /** Call when the power supply has changed: checks again whether the rotation is due or held. */
  powerChanged(): void {
    this.#rotation.poke();
  }

  /** Call after sleep: checks whether the look of the wallpaper is still right. */
  wake(): void {
    this.#look.poke();
  }

  /** Counts the kept pictures that these rules would hide. */
  countHidden(rules: ShowRules): { hidden: number; of: number } {
    return this.#selection.countHidden(rules);
  }

  /** Aborts the running work. Call it before other features end, because they may wait for that work. */
  abort(): void {
    this.#stopListening();
    this.#stop.abort();
  }

  async dispose(): Promise<void> {
    this.abort();
    await Promise.all([this.#rotation.dispose(), this.#missingPictures.idle()]);
    await this.#spaces.dispose();
    await this.#look.dispose();
    await this.#attempts.dispose();
  }

  get #isEnabled(): boolean {
    return this.#options.settings().wallpaper.enabled === true;
  }

  /** Five pictures of past years for the pool of this day, and one of the last days for each other display. */
  #wantedPictures(): readonly WantedPictures[] {
    const { displays, setter, settings } = this.#options;
    const { displays: reach, others, rotation } = settings().wallpaper;
    const count = displays().length;
    const usesArchive = others === 'archive' && reach === 'all' && setter.isPerDisplay && count > 1;
    return [
      ...(others === 'this-day' || rotation.pool === 'this-day'
        ? [{ pool: 'this-day', pictures: 5 } as const]
        : []),
      ...(usesArchive ? [{ pool: 'archive', pictures: count } as const] : []),
    ];
  }

  async #show(signal: AbortSignal): Promise<void> {
    const picture = this.#selection.select();
    if (picture === null || !this.#isEnabled) return;
    await this.#attempts.offer(this.#selection.show(picture), signal);
    // The call may have found another backend, with which each display can or cannot show a separate picture.
    this.#selection.publish({ perDisplay: this.#options.setter.isPerDisplay });
  }

  /**
   * Calls `recompose` of the attempts, unless the user has skipped the last picture or restored their own wallpaper:
   * this picture is not set again, even if the desktop lost it.
   */
  async #recompose(signal: AbortSignal): Promise<void> {
    const lastRecord = this.#options.store.get();
    if (lastRecord !== null && this.#selection.mayRemain(lastRecord.date))
      await this.#attempts.recompose(signal);
  }

  #refreshNow(): Promise<void> {
    return this.#attempts.startOver(() => this.refresh());
  }

  async #applyDecision(decision: WallpaperDecision): Promise<void> {
    const selection = this.#selection;
    const { signal } = this.#stop;
    const skippedDate = decision.kind === 'skip' ? (decision.date ?? selection.shownDate) : null;
    if (!selection.apply(decision)) return;
    if (skippedDate !== null && (selection.main === null || !this.#isEnabled)) {
      await this.#attempts.withdraw(skippedDate, signal);
      return;
    }
    await this.#show(signal);
    this.#rotation.poke();
  }

  #pictureOf(date: string | null): Promise<Result<DayPicture>> {
    const { fetchDay, state } = this.#options;
    if (date !== null) return fetchDay(date);
    const { last } = state.current.picture;
    return Promise.resolve(last === null ? fail({ kind: 'not-found' }) : ok(last));
  }
}

/** Whether the desktop was read back and shows the user's own wallpaper; null: there was nothing to restore. */
type RestoreOutcome = { readonly verified: boolean } | null;
