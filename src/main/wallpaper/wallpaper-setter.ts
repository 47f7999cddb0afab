import type { Failure, Result } from '#shared/failure.ts';
import type { DayPicture, Wallpaper } from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import type { WallpaperOverrides } from './plan.ts';

export type WallpaperFailure = Extract<Failure, { kind: 'wallpaper' }>;

/** The pictures that the desktop should show: the primary's, and those of other displays. */
export interface SelectedPicture extends DayPicture {
  /** The pictures of displays that do not show the primary's, by the display's id. */
  readonly others?: ReadonlyMap<number, DayPicture>;
}

/** A picture and the absolute path of its file. */
export interface LocatedPicture {
  readonly picture: DayPicture;
  readonly path: string;
}

/** What the desktop should show. */
export interface SetRequest {
  /** The primary's picture. */
  readonly picture: LocatedPicture;
  /**
   * The pictures of displays that do not show the primary's, by the display's id. Ignored if `order` names displays,
   * or if the desktop cannot show a separate picture on each display.
   */
  readonly others: ReadonlyMap<number, LocatedPicture>;
  /** Replaces values of the settings; `{}`: none. */
  readonly order: WallpaperOverrides;
}

/** The wallpaper that was set. */
export interface WallpaperOutcome {
  readonly backend: string;
  /** True when the desktop's own setting was read back and equals the value that was written. */
  readonly verified: boolean;
  /**
   * Absolute path of the primary display's file, or of the first chosen display's file if the primary was not
   * chosen.
   */
  readonly path: string;
  /**
   * True when every display changed although only some were chosen, because this desktop shows one picture on all
   * displays.
   */
  readonly everywhere: boolean;
  /** Each display's picture, the primary's first; one entry if all displays share a file. */
  readonly displays?: SetWallpaper['displays'];
}

/** Whether the desktop still shows the app's last picture. */
export interface DesktopStatus {
  /**
   * `shown`: the desktop shows this picture. `outdated`: it must be composed again, because settings or displays have
   * changed since or its file is missing. `gone`: the desktop lost the picture at logout. `replaced`: the user chose
   * another wallpaper, or uses another desktop. `restored`: the app restored the user's own wallpaper. `unknown`: the
   * desktop does not report its wallpaper, the record cannot be read, or the app has set no picture yet.
   */
  readonly kind: 'shown' | 'outdated' | 'gone' | 'replaced' | 'restored' | 'unknown';
  /** The part of the user's order that still applies. */
  readonly order: WallpaperOverrides;
}

export interface WallpaperSetter {
  /**
   * Whether each display can show a separate picture. May change at a call of `set`, because this call finds the
   * backend.
   */
  readonly isPerDisplay: boolean;
  /** Shows the requested pictures. */
  set(
    request: SetRequest,
    signal: AbortSignal,
  ): Promise<Result<WallpaperOutcome, WallpaperFailure>>;
  /** Compares the desktop with the record of the last picture. Changes nothing. */
  check(signal: AbortSignal): Promise<DesktopStatus>;
  /**
   * Whether the user's own wallpaper is shown, can be restored, or is unknown, and whether it is Windows Spotlight. Reads
   * the desktop only before the first picture, and only if it may show Spotlight.
   */
  own(signal: AbortSignal): Promise<Pick<AppState, 'ownWallpaper' | 'ownIsSpotlight'>>;
  /**
   * Sets the last picture again if the desktop shows an earlier picture of the app, as on a space of macOS that was not
   * visible when the last picture was set. Composes nothing. Returns whether there was an earlier picture.
   */
  catchUp(signal: AbortSignal): Promise<boolean>;
  /** Sets or restores the lock screen if its setting has changed. Never rejects. */
  followLockScreen(signal: AbortSignal): Promise<void>;
  /**
   * Restores the user's own wallpaper and lock screen. The result is null if there is nothing to restore, or if the
   * desktop shows no picture of the app.
   */
  restore(
    signal: AbortSignal,
  ): Promise<Result<{ readonly verified: boolean } | null, WallpaperFailure>>;
}

export type SetWallpaper = Extract<Wallpaper, { kind: 'set' }>;
