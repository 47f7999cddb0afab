import type { DayPicture, Wallpaper } from '../../../shared/picture.ts';
import type { StateHolder } from '../app-state.ts';
import type { Clock } from '../time/clock.ts';
import type { PictureArchive, WallpaperMemory, WallpaperSetter } from './ports.ts';

export interface WallpaperOptions {
  readonly clock: Clock;
  readonly setter: WallpaperSetter;
  readonly archive: Pick<PictureArchive, 'pathOf'>;
  readonly memory: WallpaperMemory;
  readonly state: StateHolder;
}

export interface WallpaperKeeper {
  /** Shows a new picture. The one that was shown last is left alone: the person may have changed it since. */
  offer(picture: DayPicture, signal: AbortSignal): Promise<void>;
  /** Shows the picture because the person asks for it. */
  apply(picture: DayPicture, signal: AbortSignal): Promise<void>;
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>;
}

export function createWallpaperKeeper(options: WallpaperOptions): WallpaperKeeper {
  const { clock, setter, archive, memory, state } = options;
  const show = (wallpaper: Wallpaper): void => state.update(() => ({ wallpaper }));

  async function apply(picture: DayPicture, signal: AbortSignal): Promise<void> {
    const { record, file } = picture;
    if (file === null || signal.aborted) return;
    const { date } = record;
    show({ kind: 'setting', date });
    const done = await setter.set(picture, archive.pathOf(file), signal);
    const at = clock.now();
    if (!done.ok) {
      const { backend, detail } = done.failure;
      show({ kind: 'failed', date, backend, detail, at });
      return;
    }
    const wallpaper = { kind: 'set', date, picture: file.name, ...done.value, at } as const;
    memory.remember(wallpaper);
    show(wallpaper);
  }

  async function offer(picture: DayPicture, signal: AbortSignal): Promise<void> {
    const last = memory.last();
    if (picture.file === null || last?.picture !== picture.file.name) await apply(picture, signal);
    else if (state.current.wallpaper.kind === 'untouched') show(last);
  }

  /** One at a time: two at once would leave one picture on some displays and the other on the rest. */
  let queue: Promise<unknown> = Promise.resolve();
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  }

  return {
    offer: (picture, signal) => inTurn(() => offer(picture, signal)),
    apply: (picture, signal) => inTurn(() => apply(picture, signal)),
    settled: () => queue.then(() => undefined),
  };
}
