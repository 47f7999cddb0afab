import type { Result } from '../../../shared/failure.ts';
import type { DayPicture, Wallpaper } from '../../../shared/picture.ts';
import type { StateHolder } from '../app-state.ts';
import type { Clock } from '../time/clock.ts';
import type { WallpaperOrder } from '../wallpaper/plan.ts';
import type {
  PictureArchive,
  RestoredUntil,
  WallpaperFailure,
  WallpaperLook,
  WallpaperMemory,
  WallpaperSetter,
} from './ports.ts';

export interface WallpaperOptions {
  readonly clock: Clock;
  readonly setter: WallpaperSetter;
  readonly archive: Pick<PictureArchive, 'pathOf' | 'get'>;
  readonly memory: WallpaperMemory;
  readonly state: StateHolder;
}

export interface WallpaperKeeper {
  /**
   * Shows a new picture. The one that was shown last is left alone, since the person may have changed it; once in
   * each run it is looked whether the desktop has forgotten it, or has other displays by now.
   */
  offer(picture: DayPicture, signal: AbortSignal): Promise<void>;
  /** Shows the picture because the person asks for it. */
  apply(picture: DayPicture, signal: AbortSignal, order?: WallpaperOrder): Promise<void>;
  /**
   * Composes what is shown anew where the settings or the displays are others than when it was made. Leaves alone
   * what the person chose meanwhile, and what was put back.
   */
  recompose(signal: AbortSignal): Promise<void>;
  /**
   * Puts back what the desktop showed before the app's first picture; then only a new picture, or the person, sets
   * one again. Null when there was nothing to put back.
   *
   * @param until `next-start` for a quit, after which the next start shows the picture again
   */
  restore(
    signal: AbortSignal,
    until?: RestoredUntil,
  ): Promise<Result<{ readonly verified: boolean } | null, WallpaperFailure>>;
  /**
   * Where a simulated picture is on the desktop and the services are others by now: puts back what was there before,
   * for beside real services it would pass for real, also where no real picture comes for days. Leaves alone what the
   * person chose meanwhile.
   */
  withdrawSimulated(signal: AbortSignal): Promise<void>;
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>;
}

export function createWallpaperKeeper(options: WallpaperOptions): WallpaperKeeper {
  const { clock, setter, archive, memory, state } = options;
  const show = (wallpaper: Wallpaper): void => state.update(() => ({ wallpaper }));
  /** Whether this run knows how the desktop stands to what was shown last. */
  let isKnown = false;

  async function apply(
    picture: DayPicture,
    signal: AbortSignal,
    order?: WallpaperOrder,
  ): Promise<void> {
    const { record, file } = picture;
    if (file === null || signal.aborted) return;
    isKnown = true;
    const { date } = record;
    show({ kind: 'setting', date });
    const done = await setter.set(picture, archive.pathOf(file), signal, order);
    const at = clock.now();
    if (!done.ok) {
      const { backend, detail } = done.failure;
      show({ kind: 'failed', date, backend, detail, at });
      return;
    }
    const mark = record.simulated === true ? { simulated: true } : {};
    const wallpaper = {
      kind: 'set',
      date,
      picture: file.name,
      ...done.value,
      ...mark,
      at,
    } as const;
    memory.remember(wallpaper);
    show(wallpaper);
  }

  /** Sets it again where that is called for. */
  async function renew(picture: DayPicture, signal: AbortSignal): Promise<WallpaperLook['kind']> {
    const { kind, order } = await setter.look(signal);
    if (kind === 'outdated' || kind === 'gone') await apply(picture, signal, order);
    return kind;
  }

  async function offer(picture: DayPicture, signal: AbortSignal): Promise<void> {
    const last = memory.last();
    if (picture.file === null || last?.picture !== picture.file.name) {
      await apply(picture, signal);
      return;
    }
    if (isKnown || signal.aborted) return;
    isKnown = true;
    const kind = await renew(picture, signal);
    if (kind === 'shown' || kind === 'unknown') show(last);
  }

  async function recompose(signal: AbortSignal): Promise<void> {
    const last = memory.last();
    const picture = last === null ? null : archive.get(last.date);
    // The day may have another file by now, or none.
    const isSame = picture !== null && picture.file?.name === last?.picture;
    if (isSame && !signal.aborted) await renew(picture, signal);
  }

  async function withdrawSimulated(signal: AbortSignal): Promise<void> {
    const last = memory.last();
    if (last?.simulated !== true || state.current.services.simulated) return;
    const { kind } = await setter.look(signal);
    if (kind === 'replaced' || kind === 'restored' || kind === 'gone') return;
    // Not for good: with the embedded services again it is to be shown again.
    const done = await setter.restore(signal, 'next-start');
    if (done.ok || signal.aborted) return;
    const { backend } = done.failure;
    const detail = `the simulated picture stays until a real one comes (${done.failure.detail})`;
    show({ kind: 'failed', date: last.date, backend, detail, at: clock.now() });
  }

  /** One at a time: two at once would leave one picture on some displays and the other on the rest. */
  let queue: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  }

  return {
    offer: (picture, signal) => inTurn(() => offer(picture, signal)),
    apply: (picture, signal, order) => inTurn(() => apply(picture, signal, order)),
    recompose: (signal) => inTurn(() => recompose(signal)),
    restore: (signal, until = 'for-good') =>
      inTurn(async () => {
        const done = await setter.restore(signal, until);
        if (done.ok) {
          isKnown = true;
          show({ kind: 'untouched' });
        }
        return done;
      }),
    withdrawSimulated: (signal) => inTurn(() => withdrawSimulated(signal)),
    settled: () => queue.then(() => undefined),
  };
}
