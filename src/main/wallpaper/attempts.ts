import { ok, type Result } from '#shared/failure.ts';
import type { Wallpaper } from '#shared/picture/picture.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import { createQueue } from '#runtime/queue.ts';
import type { StoredValue } from '#runtime/value.ts';
import type { BufferedDayStore } from '#picture/index.ts';
import type { WallpaperOverrides } from './plan.ts';
import type {
  DesktopStatus,
  LocatedPicture,
  SelectedPicture,
  SetWallpaper,
  WallpaperOutcome,
  WallpaperFailure,
  WallpaperSetter,
} from './wallpaper-setter.ts';
import { attemptRules, type Action, type Occasion } from './attempt-rules.ts';
import { WallpaperRetries } from './retries.ts';

interface AttemptsOptions {
  readonly clock: Clock;
  readonly setter: WallpaperSetter;
  readonly archive: Pick<BufferedDayStore, 'pathOf' | 'get'>;
  readonly store: StoredValue<SetWallpaper | null>;
  readonly state: StateHolder;
  /** Whether the app may set pictures automatically. */
  readonly isAutomatic: () => boolean;
  /** Called when a retry is due. Calls `offer` with the selected picture, if there is one. */
  readonly offerAgain: () => Promise<void>;
}

/** A picture that the desktop refused. */
interface RefusedPicture {
  /** The name of the picture's file. */
  readonly picture: string;
  readonly order: WallpaperOverrides | undefined;
  /** The status of the desktop after the refusal. */
  readonly status: DesktopStatus['kind'];
  /** Whether the user has chosen another wallpaper since, so that there is no retry. */
  readonly isReplaced: boolean;
}

/**
 * Sets and restores the wallpaper, retries refused pictures, records the last picture, and publishes it in AppState.
 * Runs one operation at a time: two at the same time could leave different pictures on different displays.
 */
export class WallpaperAttempts {
  readonly #options: AttemptsOptions;
  readonly #queue = createQueue();
  readonly #retries: WallpaperRetries;
  #refusal: RefusedPicture | null = null;
  /** Whether this run has set the last picture or checked the desktop, with no failure or restore since. */
  #isChecked = false;

  constructor(options: AttemptsOptions) {
    const { clock, offerAgain } = options;
    this.#options = options;
    this.#retries = new WallpaperRetries(clock, () => this.#run(offerAgain));
  }

  /**
   * Sets a new picture. Sets the last picture again only if `attemptRules` say so: the user may have changed the
   * wallpaper. Does nothing while a retry of the picture is planned.
   */
  offer(picture: SelectedPicture, signal: AbortSignal): Promise<void> {
    return this.#queue.run(() => this.#offer(picture, signal));
  }

  set(picture: SelectedPicture, signal: AbortSignal, order?: WallpaperOverrides) {
    return this.#queue.run(() => {
      this.#forgetRefusal();
      return this.#set(picture, signal, order);
    });
  }

  /**
   * Cancels the planned retry and runs `offering`. If `offering` calls `offer` with a failed picture, the picture is
   * tried immediately. Call it when conditions have changed or the user has decided something.
   */
  startOver(offering: () => Promise<void>): Promise<void> {
    this.#retries.cancel();
    return this.#run(offering);
  }

  /**
   * Composes the last picture again if settings or displays have changed, or if the desktop lost it at logout. Does not
   * change a wallpaper that the user chose, or a restored one. Does nothing while a retry is planned.
   */
  recompose(signal: AbortSignal): Promise<void> {
    return this.#queue.run(() => this.#recompose(signal));
  }

  /** Calls `catchUp` of the setter after the queued operations. */
  catchUp(signal: AbortSignal): Promise<boolean> {
    return this.#queue.run(() => this.#options.setter.catchUp(signal));
  }

  /** Sets or restores the lock screen if its setting has changed. */
  followLockScreen(signal: AbortSignal): Promise<void> {
    return this.#queue.run(() => this.#options.setter.followLockScreen(signal));
  }

  /**
   * Restores the user's own wallpaper. A later call of `offer` sets its picture, even if this is the last one. The
   * result is null if there was nothing to restore.
   */
  restore(signal: AbortSignal): ReturnType<WallpaperSetter['restore']> {
    return this.#queue.run(() => this.#restore(signal));
  }

  /** Restores the user's own wallpaper if the last picture is the picture of `date`. */
  withdraw(date: string, signal: AbortSignal): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#options.store.get()?.date === date) await this.#restore(signal);
    });
  }

  /**
   * Call it before the first call of `offer`. Publishes what is known of the user's own wallpaper, and restores it if the
   * desktop shows a simulated picture but the services are no longer simulated: the desktop does not label it as
   * simulated. Does not change a wallpaper that the user has chosen since.
   */
  begin(signal: AbortSignal): Promise<void> {
    return this.#queue.run(async () => {
      await this.#publishOwnWallpaper(signal);
      await this.#withdrawSimulated(signal);
    });
  }

  /** Cancels retries; resolves when no work is running. */
  async dispose(): Promise<void> {
    await this.#retries.dispose();
    await this.#queue.idle();
  }

  #publish(wallpaper: Wallpaper): void {
    this.#options.state.update(() => ({ wallpaper }));
  }

  /** Updates what AppState says of the user's own wallpaper. */
  async #publishOwnWallpaper(signal: AbortSignal): Promise<void> {
    const { setter, state } = this.#options;
    const own = await setter.own(signal);
    const { ownWallpaper, ownIsSpotlight } = state.current;
    if (own.ownWallpaper !== ownWallpaper || own.ownIsSpotlight !== ownIsSpotlight)
      state.update(() => own);
  }

  #forgetRefusal(): void {
    this.#refusal = null;
    this.#retries.cancel();
  }

  /** Runs `offering`. If no retry is planned afterwards, removes the time of the retry from AppState. */
  async #run(offering: () => Promise<void>): Promise<void> {
    await offering();
    const { wallpaper } = this.#options.state.current;
    if (!this.#retries.isPlanned && wallpaper.kind === 'failed' && wallpaper.retryAt !== null)
      this.#publish({ ...wallpaper, retryAt: null });
  }

  async #offer(picture: SelectedPicture, signal: AbortSignal): Promise<void> {
    if (picture.file === null || signal.aborted) return;
    if (this.#refusal?.picture === picture.file.name) {
      await this.#retry(picture, this.#refusal, signal);
      return;
    }
    const lastRecord = this.#options.store.get();
    if (lastRecord?.picture !== picture.file.name) {
      await this.#set(picture, signal);
      return;
    }
    const time = this.#isChecked ? 'later' : 'start';
    const occasion = hasSameOthers(lastRecord, picture) ? time : (`${time}-others` as const);
    const { action, status } = await this.#act(picture, signal, occasion);
    if (action === 'set' || this.#isChecked) return;
    this.#isChecked = true;
    if (status === 'shown' || status === 'unknown') this.#publish(lastRecord);
    if (action === 'replaced') this.#options.state.update(() => ({ ownWallpaper: 'shown' }));
  }

  async #set(
    picture: SelectedPicture,
    signal: AbortSignal,
    order?: WallpaperOverrides,
  ): Promise<Result<null, WallpaperFailure>> {
    const { clock, setter, archive, store } = this.#options;
    const { record, file } = picture;
    if (file === null || signal.aborted) return ok(null);
    const { date } = record;
    this.#publish({ kind: 'setting', date });
    const request = {
      picture: { picture, path: archive.pathOf(file) },
      others: this.#locateOthers(picture),
      order: order ?? {},
    };
    const outcome = await setter.set(request, signal);
    this.#isChecked = outcome.ok;
    await this.#publishOwnWallpaper(signal);
    if (!outcome.ok) {
      await this.#noteRefusal(outcome.failure, { date, picture: file.name, order }, signal);
      return outcome;
    }
    this.#forgetRefusal();
    const wallpaper: SetWallpaper = {
      kind: 'set',
      date,
      picture: file.name,
      others: withoutFailedDisplays(datesOfOtherDisplays(picture), outcome.value, date, order),
      ...outcome.value,
      ...(record.simulated === true && { simulated: true }),
      at: clock.now(),
    };
    store.set(wallpaper);
    this.#publish(wallpaper);
    return ok(null);
  }

  #locateOthers({ others = new Map() }: SelectedPicture): ReadonlyMap<number, LocatedPicture> {
    const { archive } = this.#options;
    return new Map(
      [...others].flatMap(([id, picture]) =>
        picture.file === null
          ? []
          : [[id, { picture, path: archive.pathOf(picture.file) }] as const],
      ),
    );
  }

  async #noteRefusal(
    { backend, why, detail }: WallpaperFailure,
    { date, ...refusal }: Pick<RefusedPicture, 'picture' | 'order'> & { readonly date: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, setter, isAutomatic } = this.#options;
    // Without a known backend, with a damaged picture, or against a policy, retrying is useless.
    const canPass = backend !== null && why !== 'damaged' && why !== 'policy';
    const mayRetry = canPass && isAutomatic() && !signal.aborted;
    const retryAt = mayRetry ? this.#retries.plan(refusal.picture) : null;
    const failedAt = clock.now();
    this.#publish({
      kind: 'failed',
      date,
      backend,
      ...(why && { why }),
      detail,
      at: failedAt,
      retryAt,
    });
    const { kind: status } = await setter.check(signal);
    this.#refusal = { ...refusal, status, isReplaced: false };
  }

  /** Retries a failed picture, unless the user has chosen another wallpaper since. */
  async #retry(
    picture: SelectedPicture,
    refusal: RefusedPicture,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#retries.isPlanned || refusal.isReplaced) return;
    const wasOurs = refusal.status === 'shown' || refusal.status === 'outdated';
    const occasion = wasOurs ? 'retry-own' : 'retry';
    const { action } = await this.#act(picture, signal, occasion, refusal.order);
    if (action !== 'replaced') return;
    this.#retries.cancel();
    this.#refusal = { ...refusal, isReplaced: true };
    this.#publish({ kind: 'untouched' });
  }

  /**
   * Compares the desktop with the last picture, and sets the picture if the rules of the occasion say so.
   *
   * @param order the user's order; absent: what is left of the order of the last picture
   */
  async #act(
    picture: SelectedPicture,
    signal: AbortSignal,
    occasion: Occasion,
    order?: WallpaperOverrides,
  ): Promise<{ readonly action: Action; readonly status: DesktopStatus['kind'] }> {
    const status = await this.#options.setter.check(signal);
    const action = attemptRules[occasion][status.kind];
    const isRetry = occasion === 'retry' || occasion === 'retry-own';
    if (action === 'set') await this.#set(picture, signal, isRetry ? order : status.order);
    return { action, status: status.kind };
  }

  async #recompose(signal: AbortSignal): Promise<void> {
    const { archive, store } = this.#options;
    const lastRecord = store.get();
    const picture = lastRecord === null ? null : archive.get(lastRecord.date);
    // The day may have another file now, or no file.
    const isSame = picture !== null && picture.file?.name === lastRecord?.picture;
    // While a retry is planned, do not recompose this picture: the failed picture will replace it.
    if (!isSame || signal.aborted || this.#retries.isPlanned) return;
    const otherPictures = Object.entries(lastRecord?.others ?? {}).flatMap(([id, date]) => {
      const otherPicture = archive.get(date);
      return otherPicture === null ? [] : [[Number(id), otherPicture] as const];
    });
    await this.#act({ ...picture, others: new Map(otherPictures) }, signal, 'change');
  }

  async #withdrawSimulated(signal: AbortSignal): Promise<void> {
    const { clock, setter, state, store } = this.#options;
    const lastRecord = store.get();
    if (lastRecord?.simulated !== true || state.current.services.simulated) return;
    const { kind } = await setter.check(signal);
    if (kind === 'replaced' || kind === 'restored' || kind === 'gone') return;
    const outcome = await setter.restore(signal);
    if (outcome.ok) state.update(() => ({ ownWallpaper: 'shown' }));
    if (outcome.ok || signal.aborted) return;
    const { backend, detail } = outcome.failure;
    const { date } = lastRecord;
    const reason = 'simulated-stays';
    this.#publish({
      kind: 'failed',
      date,
      backend,
      why: reason,
      detail,
      at: clock.now(),
      retryAt: null,
    });
  }

  async #restore(signal: AbortSignal): ReturnType<WallpaperSetter['restore']> {
    const { setter, state } = this.#options;
    const outcome = await setter.restore(signal);
    if (!outcome.ok) return outcome;
    this.#forgetRefusal();
    this.#isChecked = false;
    state.update(() => ({ wallpaper: { kind: 'untouched' }, ownWallpaper: 'shown' }));
    return outcome;
  }
}

const datesOfOtherDisplays = ({ others = new Map() }: SelectedPicture): Record<string, string> =>
  Object.fromEntries([...others].map(([id, { record }]) => [String(id), record.date]));

/**
 * Leaves out the displays that show the main picture because their own pictures could not be composed: the next call of
 * `offer` tries these pictures again. If the user has chosen the displays for this one time (`order.displays`), the
 * main picture on other displays is no failure.
 */
function withoutFailedDisplays(
  dates: Readonly<Record<string, string>>,
  { displays = [] }: WallpaperOutcome,
  main: string,
  order: WallpaperOverrides | undefined,
): Record<string, string> {
  const isOrdered = (order?.displays ?? null) !== null;
  const failedIds = displays
    .filter(({ date }) => !isOrdered && date === main)
    .map(({ id }) => String(id));
  return Object.fromEntries(Object.entries(dates).filter(([id]) => !failedIds.includes(id)));
}

/** Whether the connected displays other than the primary already show these pictures. */
function hasSameOthers(
  { others: lastDates = {} }: SetWallpaper,
  picture: SelectedPicture,
): boolean {
  const dates = Object.entries(datesOfOtherDisplays(picture));
  return dates.length === 0
    ? Object.keys(lastDates).length === 0
    : dates.every(([id, date]) => lastDates[id] === date);
}
