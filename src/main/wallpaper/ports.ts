import type { Failure, Result } from '#shared/failure.ts';
import type { DayPicture, OwnWallpaper, Wallpaper } from '#shared/picture/picture.ts';
import type { WallpaperOrder } from './plan.ts';

export type WallpaperFailure = Extract<Failure, { kind: 'wallpaper' }>;

/** What was shown. */
export interface WallpaperOutcome {
  readonly backend: string;
  /** True when the desktop's own setting was read back and holds what was set. */
  readonly verified: boolean;
  /** Absolute path of the file that the primary display shows; of the first that was chosen, where it was not. */
  readonly path: string;
  /** True when every display changed, although only some were chosen: this desktop can do no other. */
  readonly everywhere: boolean;
}

/** How the desktop stands to what the app showed last. */
export interface DesktopStatus {
  /**
   * `shown` it shows that; `outdated` it does, and settings or displays are others now; `gone` it forgot it, as some
   * do with every login; `replaced` the person chose another; `restored` the app itself put back what was there
   * before; `unknown` it does not say.
   */
  readonly kind: 'shown' | 'outdated' | 'gone' | 'replaced' | 'restored' | 'unknown';
  /** What of the person's order of that time still holds. */
  readonly order: WallpaperOrder;
}

export interface WallpaperSetter {
  /** Shows the picture, whose file is at `path`, on the displays of the order or else of the settings. */
  set(
    picture: DayPicture,
    path: string,
    signal: AbortSignal,
    order?: WallpaperOrder,
  ): Promise<Result<WallpaperOutcome, WallpaperFailure>>;
  /** Changes nothing. */
  check(signal: AbortSignal): Promise<DesktopStatus>;
  /** What is noted of the person's own wallpaper. Does not ask the desktop. */
  own(): Promise<OwnWallpaper>;
  /**
   * Puts back what the desktop showed before the app's first picture. Null when there is nothing to put back, and when
   * the desktop shows no picture of the app's.
   */
  restore(
    signal: AbortSignal,
  ): Promise<Result<{ readonly verified: boolean } | null, WallpaperFailure>>;
}

export type SetWallpaper = Extract<Wallpaper, { kind: 'set' }>;

/** Which wallpaper the app set last, over restarts. */
export interface WallpaperStore {
  last(): SetWallpaper | null;
  remember(wallpaper: SetWallpaper): void;
}
