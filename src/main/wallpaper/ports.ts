import type { Failure, Result } from '#shared/failure.ts';
import type { DayPicture, OwnWallpaper, Wallpaper } from '#shared/picture/picture.ts';
import type { WallpaperOverrides } from './plan.ts';

export type WallpaperFailure = Extract<Failure, { kind: 'wallpaper' }>;

/** What the desktop is to show. */
export interface Selected extends DayPicture {
  /** The pictures of displays that show another one than the primary, by the display's id. */
  readonly others?: ReadonlyMap<number, DayPicture>;
}

/** A picture and the absolute path of its file. */
export interface LocatedPicture {
  readonly picture: DayPicture;
  readonly path: string;
}

/** What was set on the desktop. */
export interface WallpaperOutcome {
  readonly backend: string;
  /** True when the desktop's own setting was read back and holds what was set. */
  readonly verified: boolean;
  /**
   * Absolute path of the primary display's file, or of the first chosen display's file if the primary was not
   * chosen.
   */
  readonly path: string;
  /** True when every display changed although only some were chosen: this desktop cannot tell them apart. */
  readonly everywhere: boolean;
  /** What each display shows, the primary first; one entry for all where they share a file. */
  readonly displays?: SetWallpaper['displays'];
}

/** Whether the desktop still shows the app's last picture. */
export interface DesktopStatus {
  /**
   * `shown`: it does. `outdated`: it does, but settings or displays have changed. `gone`: the desktop lost it at
   * logout. `replaced`: the person chose another wallpaper. `restored`: the app put back the person's own
   * wallpaper. `unknown`: the desktop does not report what it shows.
   */
  readonly kind: 'shown' | 'outdated' | 'gone' | 'replaced' | 'restored' | 'unknown';
  /** The part of the person's order that still applies. */
  readonly order: WallpaperOverrides;
}

export interface WallpaperSetter {
  /** Whether each display can show a picture of its own, as far as known before the desktop was asked. */
  readonly isPerDisplay: boolean;
  /**
   * Shows the picture, whose file is at `path`, on the displays of the order or else of the settings.
   *
   * @param others the pictures of displays that show another one, by the display's id; ignored where the order names
   *   displays or the desktop cannot do it
   */
  set(
    picture: DayPicture,
    path: string,
    signal: AbortSignal,
    order?: WallpaperOverrides,
    others?: ReadonlyMap<number, LocatedPicture>,
  ): Promise<Result<WallpaperOutcome, WallpaperFailure>>;
  /** Changes nothing. */
  check(signal: AbortSignal): Promise<DesktopStatus>;
  /** What is recorded of the person's own wallpaper. Does not ask the desktop. */
  own(): Promise<OwnWallpaper>;
  /**
   * Sets what was set last where the desktop shows an earlier picture of the app: on a space that was not shown then.
   * Composes nothing. Returns whether there was any.
   */
  catchUp(signal: AbortSignal): Promise<boolean>;
  /** Sets or restores the lock screen if its setting has changed. Never rejects. */
  followLockScreen(signal: AbortSignal): Promise<void>;
  /**
   * Puts back what the desktop and the lock screen showed before the app's first picture. Null when there is nothing to put back, and when
   * the desktop shows no picture of the app's.
   */
  restore(
    signal: AbortSignal,
  ): Promise<Result<{ readonly verified: boolean } | null, WallpaperFailure>>;
}

export type SetWallpaper = Extract<Wallpaper, { kind: 'set' }>;

/** The wallpaper that the app set last. Persisted across restarts. */
export interface WallpaperStore {
  last(): SetWallpaper | null;
  remember(wallpaper: SetWallpaper): void;
}
