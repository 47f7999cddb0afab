import { ok, type Result } from '#shared/failure.ts';
import type { Wallpaper } from '#shared/picture/picture.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import { backoffMs } from '#runtime/backoff.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller, type NextRound } from '#runtime/poller.ts';
import { createQueue } from '#runtime/queue.ts';
import type { PictureArchive } from '#picture/index.ts';
import type { WallpaperOverrides } from './plan.ts';
import type {
  DesktopStatus,
  LocatedPicture,
  Selected,
  SetWallpaper,
  WallpaperOutcome,
  WallpaperFailure,
  WallpaperSetter,
  WallpaperStore,
} from './ports.ts';

interface ControllerOptions {
  readonly clock: Clock;
  readonly setter: WallpaperSetter;
  readonly archive: Pick<PictureArchive, 'pathOf' | 'get'>;
  readonly store: WallpaperStore;
  readonly state: StateHolder;
  /** Whether the app may set pictures automatically. */
  readonly isWanted: () => boolean;
  readonly onDefect: (error: unknown) => void;
}

/** A picture that the desktop did not take. */
interface Unset {
  /** Name of its file. */
  readonly picture: string;
  readonly order: WallpaperOverrides | undefined;
  /** Whether the desktop showed the app's earlier picture at that time. */
  readonly status: DesktopStatus['kind'];
  /** The person has chosen another wallpaper since: do not retry. */
  readonly isReplaced: boolean;
}

/** The automatic retries of a failed picture. */
interface Retries {
  /** Name of its file. */
  readonly picture: string;
  /** How many were made. Attempts that the person causes do not count: they may come in a burst. */
  readonly made: number;
  /** When the next one is due, in monotonic milliseconds; null: none is planned. */
  readonly dueAt: number | null;
}

const noRetries: Retries = { picture: '', made: 0, dueAt: null };
const retryDelaysMs = [1, 5, 15, 60].map((minutes) => minutes * 60_000);

export function createWallpaperController(options: ControllerOptions) {
  const { clock, setter, archive, store, state, isWanted, onDefect } = options;
  const show = (wallpaper: Wallpaper): void => state.update(() => ({ wallpaper }));
  /** Updates AppState's `ownWallpaper`. */
  async function publishOwnWallpaper(): Promise<void> {
    const ownWallpaper = await setter.own();
    if (ownWallpaper !== state.current.ownWallpaper) state.update(() => ({ ownWallpaper }));
  }
  let unset: Unset | null = null;
  let offerAgain = (): Promise<void> => Promise.resolve();
  let retries = noRetries;
  /** Whether this run has checked that the desktop shows the last picture. */
  let isKnown = false;

  async function apply(
    picture: Selected,
    signal: AbortSignal,
    order?: WallpaperOverrides,
  ): Promise<Result<null, WallpaperFailure>> {
    const { record, file } = picture;
    if (file === null || signal.aborted) return ok(null);
    const { date } = record;
    show({ kind: 'setting', date });
    const located = locate(picture);
    const done = await setter.set(picture, archive.pathOf(file), signal, order, located);
    isKnown = done.ok;
    await publishOwnWallpaper();
    if (!done.ok) {
      const { backend, why, detail } = done.failure;
      // Without any known backend, retrying is useless.
      const mayTry = backend !== null && isWanted() && !signal.aborted;
      const retryAt = mayTry ? planRetry(file.name) : null;
      const at = clock.now();
      show({ kind: 'failed', date, backend, ...(why && { why }), detail, at, retryAt });
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
      others: withoutFailed(othersOf(picture), done.value, date, order),
      ...done.value,
      ...mark,
      at: clock.now(),
    } as const;
    store.remember(wallpaper);
    show(wallpaper);
    return ok(null);
  }

  function locate({ others = new Map() }: Selected): ReadonlyMap<number, LocatedPicture> {
    return new Map(
      [...others].flatMap(([id, picture]) =>
        picture.file === null
          ? []
          : [[id, { picture, path: archive.pathOf(picture.file) }] as const],
      ),
    );
  }

  function forget(): void {
    unset = null;
    setRetries(noRetries);
  }

  function setRetries(next: Retries): void {
    retries = next;
    retryLoop.poke();
  }

  /**
   * Plans the next retry; the delays grow while the same picture fails. Returns its time in milliseconds since the
   * Unix epoch; null: no further retry.
   */
  function planRetry(picture: string): number | null {
    const made = retries.picture === picture ? retries.made : 0;
    const delayMs = backoffMs(made + 1, retryDelaysMs);
    setRetries({ picture, made, dueAt: delayMs === null ? null : clock.monotonic() + delayMs });
    return delayMs === null ? null : clock.now() + delayMs;
  }

  /** Retries a failed picture if that is due, and plans the next round. */
  async function retryRound(): Promise<NextRound> {
    if (retries.dueAt !== null && retries.dueAt <= clock.monotonic()) {
      retries = { ...retries, made: retries.made + 1, dueAt: null };
      await tried(offerAgain);
    }
    const { dueAt } = retries;
    return { delayMs: dueAt === null ? null : Math.max(dueAt - clock.monotonic(), 0) };
  }

  /** Runs `offering`; if no retry is planned afterwards, removes its time from AppState. */
  async function tried(offering: () => Promise<void>): Promise<void> {
    await offering();
    const { wallpaper } = state.current;
    if (retries.dueAt === null && wallpaper.kind === 'failed' && wallpaper.retryAt !== null)
      show({ ...wallpaper, retryAt: null });
  }

  /** Sets the picture again if the desktop has one of these statuses. */
  async function renew(
    picture: Selected,
    signal: AbortSignal,
    ways: readonly DesktopStatus['kind'][],
  ): Promise<DesktopStatus['kind'] | 'set'> {
    const { kind, order } = await setter.check(signal);
    if (!ways.includes(kind)) return kind;
    await apply(picture, signal, order);
    return 'set';
  }

  /** Retries a failed picture, unless the person has chosen another wallpaper since. */
  async function retry(picture: Selected, before: Unset, signal: AbortSignal): Promise<void> {
    if (retries.dueAt !== null || before.isReplaced) return;
    const { kind } = await setter.check(signal);
    const wasOurs = before.status === 'shown' || before.status === 'outdated';
    if (kind === 'replaced' && wasOurs) {
      setRetries(noRetries);
      unset = { ...before, isReplaced: true };
      show({ kind: 'untouched' });
    } else await apply(picture, signal, before.order);
  }

  async function offer(picture: Selected, signal: AbortSignal): Promise<void> {
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
    if (hasOthers(last, picture)) {
      if (isKnown) return;
    } else {
      const kind = await renew(picture, signal, ['shown', 'unknown', 'outdated', 'gone']);
      if (kind === 'set' || isKnown) return;
    }
    const kind = await renew(picture, signal, ['outdated', 'gone', 'restored']);
    if (kind === 'set') return;
    isKnown = true;
    if (kind === 'shown' || kind === 'unknown') show(last);
    if (kind === 'replaced') state.update(() => ({ ownWallpaper: 'shown' }));
  }

  async function recompose(signal: AbortSignal): Promise<void> {
    const last = store.last();
    const picture = last === null ? null : archive.get(last.date);
    // The day may have another file now, or none.
    const isSame = picture !== null && picture.file?.name === last?.picture;
    // A failed picture is about to replace it.
    if (!isSame || signal.aborted || retries.dueAt !== null) return;
    const others = Object.entries(last?.others ?? {}).flatMap(([id, date]) => {
      const other = archive.get(date);
      return other === null ? [] : [[Number(id), other] as const];
    });
    await renew({ ...picture, others: new Map(others) }, signal, ['outdated', 'gone']);
  }

  async function withdrawSimulated(signal: AbortSignal): Promise<void> {
    const last = store.last();
    if (last?.simulated !== true || state.current.services.simulated) return;
    const { kind } = await setter.check(signal);
    if (kind === 'replaced' || kind === 'restored' || kind === 'gone') return;
    const done = await setter.restore(signal);
    if (done.ok) state.update(() => ({ ownWallpaper: 'shown' }));
    if (done.ok || signal.aborted) return;
    const { backend, detail } = done.failure;
    const why = 'simulated-stays';
    show({ kind: 'failed', date: last.date, backend, why, detail, at: clock.now(), retryAt: null });
  }

  async function restore(signal: AbortSignal): ReturnType<WallpaperSetter['restore']> {
    const done = await setter.restore(signal);
    if (!done.ok) return done;
    forget();
    isKnown = false;
    state.update(() => ({ wallpaper: { kind: 'untouched' }, ownWallpaper: 'shown' }));
    return done;
  }

  /** Runs one operation at a time: two at once could leave different pictures on different displays. */
  const queue = createQueue();
  const retryLoop = startPoller({
    clock,
    begin: Promise.resolve(),
    round: retryRound,
    minGapMs: 0,
    onPlan: () => undefined,
    onDefect,
  });

  queue.run(publishOwnWallpaper).catch(onDefect);

  return {
    /**
     * Sets a new picture. Does not set the last one again, since the person may have changed the wallpaper; only once
     * in each run and after a restore, checks whether the desktop lost it, has other displays or shows the restored
     * wallpaper. Sets other pictures on displays beside the primary if the desktop still shows the app's. A failed
     * picture waits for its next attempt.
     */
    offer: (picture: Selected, signal: AbortSignal) => queue.run(() => offer(picture, signal)),

    /** Sets the picture because the person asks for it. */
    apply: (picture: Selected, signal: AbortSignal, order?: WallpaperOverrides) =>
      queue.run(() => {
        forget();
        return apply(picture, signal, order);
      }),

    /**
     * Called when conditions changed or the person decided something: retries a failed picture at once if `offering`
     * offers it, else cancels its retries.
     */
    retryNow(offering: () => Promise<void>) {
      setRetries(noRetries);
      return tried(offering);
    },

    /** Sets what a retry runs when its time comes: `offering` offers the selected picture, if there is one. */
    onRetry(offering: () => Promise<void>) {
      offerAgain = offering;
    },

    /**
     * Composes the shown picture again if settings or displays have changed. Leaves alone a wallpaper that the person
     * chose, and a restored one.
     */
    recompose: (signal: AbortSignal) => queue.run(() => recompose(signal)),

    /** As the setter's. */
    catchUp: (signal: AbortSignal) => queue.run(() => setter.catchUp(signal)),

    /** Sets or restores the lock screen if its setting has changed. */
    followLockScreen: (signal: AbortSignal) => queue.run(() => setter.followLockScreen(signal)),

    /**
     * Puts back the person's own wallpaper. A picture that is offered afterwards is set, also the last one. Null if
     * there was nothing to put back.
     */
    restore: (signal: AbortSignal) => queue.run(() => restore(signal)),

    /** As `restore`, where the last picture that was set is that of `date`. */
    withdraw: (date: string, signal: AbortSignal) =>
      queue.run(async () => {
        if (store.last()?.date === date) await restore(signal);
      }),

    /**
     * Restores the person's own wallpaper if the desktop shows a simulated picture but the services are no longer
     * simulated: nothing on the desktop marks it as simulated. Leaves alone a wallpaper that the person chose
     * meanwhile.
     */
    withdrawSimulated: (signal: AbortSignal) => queue.run(() => withdrawSimulated(signal)),

    /** Cancels retries; resolves when no work is under way. */
    async dispose() {
      await retryLoop.dispose();
      await queue.idle();
    },
  };
}

/** The dates of the pictures on the other displays. */
const othersOf = ({ others = new Map() }: Selected): Record<string, string> =>
  Object.fromEntries([...others].map(([id, { record }]) => [String(id), record.date]));

/**
 * Leaves out the displays that show the main picture because their own could not be composed: the next offer tries
 * them again. An order of the person's is no failure.
 */
function withoutFailed(
  wanted: Readonly<Record<string, string>>,
  { displays = [] }: WallpaperOutcome,
  main: string,
  order: WallpaperOverrides | undefined,
): Record<string, string> {
  const isMeant = (order?.displays ?? null) !== null;
  const failed = displays
    .filter(({ date }) => !isMeant && date === main)
    .map(({ id }) => String(id));
  return Object.fromEntries(Object.entries(wanted).filter(([id]) => !failed.includes(id)));
}

/** Whether the other displays were given the same pictures, as far as they are plugged in now. */
function hasOthers({ others: before = {} }: SetWallpaper, picture: Selected): boolean {
  const wanted = Object.entries(othersOf(picture));
  return wanted.length === 0
    ? Object.keys(before).length === 0
    : wanted.every(([id, date]) => before[id] === date);
}
