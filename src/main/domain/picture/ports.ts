import type { Failure, Result } from '../../../shared/failure.ts';
import type { DayPicture, PictureFile, PictureRecord, Wallpaper } from '../../../shared/picture.ts';

/** Where the record of a day comes from. */
export interface PictureSource {
  /**
   * The record of `date` (`YYYY-MM-DD`, US Eastern), or of the newest published day when it is null.
   * Expected failures: everything a network does, `not-found`, `key-refused`, `quota`, `malformed`.
   */
  fetch(date: string | null, signal: AbortSignal): Promise<Result<PictureRecord>>;
}

/** Brings the picture of a record to disk. */
export interface PictureDownloader {
  /**
   * The file is complete, checked and renamed into place, or the failure left nothing behind.
   * Expected failures: those of the network, `not-an-image`, `too-large`, `truncated`, `address-refused`,
   * `no-picture`, `storage`.
   */
  download(record: PictureRecord, signal: AbortSignal): Promise<Result<PictureFile>>;
}

/** What of the pictures outlives a restart. */
export interface PictureArchive {
  /** The newest day kept, or null. */
  newest(): DayPicture | null;
  save(picture: DayPicture): Result<null>;
  /** Absolute path of a kept file. */
  pathOf(file: PictureFile): string;
}

export interface WallpaperSetter {
  /** Shows the picture at `path` on every display. `verified` says that the setting was read back. */
  set(
    path: string,
    signal: AbortSignal,
  ): Promise<
    Result<{ backend: string; verified: boolean }, Extract<Failure, { kind: 'wallpaper' }>>
  >;
}

export type SetWallpaper = Extract<Wallpaper, { kind: 'set' }>;

/** Which wallpaper the app set last, over restarts. */
export interface WallpaperMemory {
  last(): SetWallpaper | null;
  remember(wallpaper: SetWallpaper): void;
}
