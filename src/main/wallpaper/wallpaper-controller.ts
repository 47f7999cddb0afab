import { ok, type Result } from '#shared/failure.ts';
import type { DayPicture, Wallpaper } from '#shared/picture/picture.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import type { PictureArchive } from '#picture/index.ts';
import type { WallpaperOrder } from './plan.ts';
import type { WallpaperFailure, DesktopStatus, WallpaperStore, WallpaperSetter } from './ports.ts';

export interface WallpaperOptions {
  readonly clock: Clock;
  readonly setter: WallpaperSetter;
  readonly archive: Pick<PictureArchive, 'pathOf' | 'get'>;
  readonly store: WallpaperStore;
  readonly state: StateHolder;
  /** Whether a picture may come to the desktop without anybody’s asking. */
  readonly isWanted: () => boolean;
  /** Has the picture offered that is to be shown now, if there is one. */
  readonly offerAgain: () => Promise<void>;
  readonly onDefect: (error: unknown) => void;
}

export interface WallpaperController {
  /**
   * Shows a new picture. The one that was shown last is left alone, since the person may have changed it; once in
   * each run, and after a restore, it is looked whether the desktop has forgotten it, has other displays by now, or
   * shows what was restored. One that failed waits for its next attempt.
   */
  offer(picture: DayPicture, signal: AbortSignal): Promise<void>;
  /** Shows the picture because the person asks for it. */
  apply(
    picture: DayPicture,
    signal: AbortSignal,
    order?: WallpaperOrder,
  ): Promise<Result<null, WallpaperFailure>>;
  /**
   * Things are different now, or the person has decided something: what failed is tried at once where `offering`
   * offers it, and no more by itself where it does not.
   */
  retryNow(offering: () => Promise<void>): Promise<void>;
  /**
   * Composes what is shown anew where the settings or the displays are others than when it was made. Leaves alone
   * what the person chose meanwhile, and what was put back.
   */
  recompose(signal: AbortSignal): Promise<void>;
  /**
   * Puts back what the desktop showed before the app's first picture. A picture that is offered afterwards is set, also
   * the last one. Null when there was nothing to put back.
   */
  restore(
    signal: AbortSignal,
  ): Promise<Result<{ readonly verified: boolean } | null, WallpaperFailure>>;
  /** As `restore`, where the last picture that was set is that of `date`. */
  withdraw(date: string, signal: AbortSignal): Promise<void>;
  /**
   * Where a simulated picture is on the desktop and the services are others by now: puts back what was there before,
   * for beside real services it would pass for real, also where no real picture comes for days. Leaves alone what the
   * person chose meanwhile.
   */
  withdrawSimulated(signal: AbortSignal): Promise<void>;
  /** Tries nothing again by itself; resolves when nothing is under way any more. */
  dispose(): Promise<void>;
}

/** A picture that the desktop did not take. */
interface Unset {
  /** Name of its file. */
  readonly picture: string;
  readonly order: WallpaperOrder | undefined;
  /** How the desktop stood then to what was shown before. */
  readonly status: DesktopStatus['kind'];
  /** The person has put something else there since: it stays. */
  readonly isReplaced: boolean;
}

export function createWallpaperController(options: WallpaperOptions): WallpaperController {
  const { clock, setter, archive, store, state, isWanted, offerAgain, onDefect } = options;
  const show = (wallpaper: Wallpaper): void => state.update(() => ({ wallpaper }));
  /** Tells how it stands with the person's own wallpaper. */
  async function tellOwn(): Promise<void> {
    const ownWallpaper = await setter.own();
    if (ownWallpaper !== state.current.ownWallpaper) state.update(() => ({ ownWallpaper }));
  }
  let unset: Unset | null = null;
  const retries = createRetries(clock, () => tried(offerAgain), onDefect);
  /** Whether this run knows how the desktop stands to what was shown last. */
  let isKnown = false;

  async function apply(
    picture: DayPicture,
    signal: AbortSignal,
    order?: WallpaperOrder,
  ): Promise<Result<null, WallpaperFailure>> {
    const { record, file } = picture;
    if (file === null || signal.aborted) return ok(null);
    const { date } = record;
    show({ kind: 'setting', date });
    const done = await setter.set(picture, archive.pathOf(file), signal, order);
    isKnown = done.ok;
    await tellOwn();
    if (!done.ok) {
      const { backend, detail } = done.failure;
      // Where no way is known at all, none comes with time.
      const mayTry = backend !== null && isWanted() && !signal.aborted;
      const retryAt = mayTry ? retries.plan(file.name) : null;
      show({ kind: 'failed', date, backend, detail, at: clock.now(), retryAt });
      const { kind: status } = await setter.check(signal);
      unset = { picture: file.name, order, status, isReplaced: false };
      return done;
    }
    forget();
    const mark = record.simulated === true ? { simulated: true } : {};
    const wallpaper = {
      kind: 'set',
      date,
      picture: file.name,
      ...done.value,
      ...mark,
      at: clock.now(),
    } as const;
    store.remember(wallpaper);
    show(wallpaper);
    return ok(null);
  }

  function forget(): void {
    unset = null;
    retries.reset();
  }

  /** Has it offered, and tells of no attempt that does not come. */
  async function tried(offering: () => Promise<void>): Promise<void> {
    await offering();
    const { wallpaper } = state.current;
    if (!retries.isWaiting && wallpaper.kind === 'failed' && wallpaper.retryAt !== null)
      show({ ...wallpaper, retryAt: null });
  }

  /** Sets it again where the desktop stands in one of these ways to it. */
  async function renew(
    picture: DayPicture,
    signal: AbortSignal,
    ways: readonly DesktopStatus['kind'][],
  ): Promise<DesktopStatus['kind'] | 'set'> {
    const { kind, order } = await setter.check(signal);
    if (!ways.includes(kind)) return kind;
    await apply(picture, signal, order);
    return 'set';
  }

  /** Tries what failed once more, unless the person has put something else on the desktop since. */
  async function retry(picture: DayPicture, before: Unset, signal: AbortSignal): Promise<void> {
    if (retries.isWaiting || before.isReplaced) return;
    const { kind } = await setter.check(signal);
    const wasOurs = before.status === 'shown' || before.status === 'outdated';
    if (kind === 'replaced' && wasOurs) {
      retries.reset();
      unset = { ...before, isReplaced: true };
      show({ kind: 'untouched' });
    } else await apply(picture, signal, before.order);
  }

  async function offer(picture: DayPicture, signal: AbortSignal): Promise<void> {
    if (picture.file === null || signal.aborted) return;
    if (unset?.picture === picture.file.name) {
      await retry(picture, unset, signal);
      return;
    }
    const last = store.last();
    if (last?.picture !== picture.file.name) {
      await apply(picture, signal);
      return;
    }
    if (isKnown) return;
    const kind = await renew(picture, signal, ['outdated', 'gone', 'restored']);
    if (kind === 'set') return;
    isKnown = true;
    if (kind === 'shown' || kind === 'unknown') show(last);
    if (kind === 'replaced') state.update(() => ({ ownWallpaper: 'shown' }));
  }

  async function recompose(signal: AbortSignal): Promise<void> {
    const last = store.last();
    const picture = last === null ? null : archive.get(last.date);
    // The day may have another file by now, or none.
    const isSame = picture !== null && picture.file?.name === last?.picture;
    // One that is newer, or ordered otherwise, is about to take its place.
    if (isSame && !signal.aborted && !retries.isWaiting)
      await renew(picture, signal, ['outdated', 'gone']);
  }

  async function withdrawSimulated(signal: AbortSignal): Promise<void> {
    const last = store.last();
    if (last?.simulated !== true || state.current.services.simulated) return;
    const { kind } = await setter.check(signal);
    if (kind === 'replaced' || kind === 'restored' || kind === 'gone') return;
    const done = await setter.restore(signal);
    if (done.ok) state.update(() => ({ ownWallpaper: 'shown' }));
    if (done.ok || signal.aborted) return;
    const { backend } = done.failure;
    const detail = `the simulated picture stays until a real one comes (${done.failure.detail})`;
    show({ kind: 'failed', date: last.date, backend, detail, at: clock.now(), retryAt: null });
  }

  async function restore(signal: AbortSignal): ReturnType<WallpaperController['restore']> {
    const done = await setter.restore(signal);
    if (!done.ok) return done;
    forget();
    isKnown = false;
    state.update(() => ({ wallpaper: { kind: 'untouched' }, ownWallpaper: 'shown' }));
    return done;
  }

  /** One at a time: two at once would leave one picture on some displays and the other on the rest. */
  let queue: Promise<unknown> = Promise.resolve();
  function serialized<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  }

  serialized(tellOwn).catch(onDefect);

  return {
    offer: (picture, signal) => serialized(() => offer(picture, signal)),
    apply: (picture, signal, order) =>
      serialized(() => {
        forget();
        return apply(picture, signal, order);
      }),
    retryNow(offering) {
      retries.reset();
      return tried(offering);
    },
    recompose: (signal) => serialized(() => recompose(signal)),
    restore: (signal) => serialized(() => restore(signal)),
    withdraw: (date, signal) =>
      serialized(async () => {
        if (store.last()?.date === date) await restore(signal);
      }),
    withdrawSimulated: (signal) => serialized(() => withdrawSimulated(signal)),
    async dispose() {
      await retries.dispose();
      await queue;
    },
  };
}

/** How long the app waits after each failure in a row. What outlasts them is not mended by waiting. */
const waitsMs = [1, 5, 15, 60].map((minutes) => minutes * 60_000);

/** Attempts that the app makes by itself at what failed; at most one is planned. */
export interface Retries {
  readonly isWaiting: boolean;
  /**
   * `what` has failed: plans the next attempt, in the place of one that was planned. Failures of the same in a row are
   * ever further apart. Returns when it is, in milliseconds since the Unix epoch; null: not by itself.
   */
  plan(what: string): number | null;
  /** Nothing is planned any more, and the next failure counts as a first one. */
  reset(): void;
  /** Nothing is planned ever after. */
  dispose(): Promise<void>;
}

export function createRetries(
  clock: Clock,
  again: () => Promise<void>,
  onDefect: (error: unknown) => void,
): Retries {
  let waiting: AbortController | null = null;
  let waited: Promise<void> = Promise.resolve();
  let failed: { readonly what: string; readonly attempts: number } | null = null;
  let isDisposed = false;

  function stop(): void {
    waiting?.abort();
    waiting = null;
  }

  async function wait(ms: number, { signal }: AbortController): Promise<void> {
    if (!(await clock.sleep(ms, signal)) || signal.aborted) return;
    waiting = null;
    if (failed !== null) failed = { ...failed, attempts: failed.attempts + 1 };
    await again();
  }

  return {
    get isWaiting() {
      return waiting !== null;
    },
    plan(what) {
      stop();
      // Only attempts of its own take it further: those that something else brings about may come in a burst.
      if (failed?.what !== what) failed = { what, attempts: 0 };
      const ms = waitsMs[failed.attempts];
      if (isDisposed || ms === undefined) return null;
      waiting = new AbortController();
      waited = wait(ms, waiting).catch(onDefect);
      return clock.now() + ms;
    },
    reset() {
      stop();
      failed = null;
    },
    dispose() {
      isDisposed = true;
      stop();
      return waited;
    },
  };
}
