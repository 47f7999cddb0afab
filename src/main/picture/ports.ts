import type { Failure, Result } from '#shared/failure.ts';
import type {
  DayPicture,
  PictureFile,
  PictureRecord,
  ProviderName,
  Quota,
  Wallpaper,
} from '#shared/picture/picture.ts';
import type { WallpaperOrder } from '#wallpaper/plan/plan.ts';

/** One service that says what the picture of a day is. */
export interface PictureSource {
  readonly name: ProviderName;
  /**
   * The record of `date` (`YYYY-MM-DD`, US Eastern), or of the newest published day when it is null.
   * Expected failures: everything a network does, `not-found`, `key-refused`, `quota`, `malformed`.
   */
  fetch(date: string | null, signal: AbortSignal): Promise<Result<PictureRecord>>;
  /** What it said last of its key's quota; null before the first word, or where there is none. */
  quota(): Quota | null;
}

export interface DownloadOptions {
  /** Judges the complete file before it gets its name; what it refuses is removed. */
  readonly accept?: (file: PictureFile) => Failure | null;
  /** Told after each piece; `total` is null where the service does not say. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
}

/** Brings the picture of a record to disk. */
export interface PictureDownloader {
  /**
   * The file is complete, checked and renamed into place. What broke off may be gone on with later; nothing
   * else is left of a failure. On the day of a video it is the video's still.
   * Expected failures: those of the network, `not-an-image`, `too-large`, `truncated`, `address-refused`,
   * `no-picture`, `storage`, and what `accept` says.
   */
  download(
    record: PictureRecord,
    signal: AbortSignal,
    options?: DownloadOptions,
  ): Promise<Result<PictureFile>>;
}

/** What of the pictures outlives a restart. */
export interface PictureArchive {
  /** The newest day kept whose file, if it has one, is still there; or null. */
  newest(): DayPicture | null;
  /** Kept days whose files are there, newest first, `before` (exclusive) a day or all. */
  days(range: { readonly before: string | null; readonly limit: number }): readonly DayPicture[];
  /** A kept day whose file is there, or null. */
  get(date: string): DayPicture | null;
  /** As `get`, also when the file was let go since: what is told of it is then what it was. */
  known(date: string): DayPicture | null;
  save(picture: DayPicture): Result<null>;
  /** The day was on the desktop or on the screen at `at` (milliseconds since the Unix epoch). */
  noteShown(date: string, at: number): Result<null>;
  /** Absolute path of a kept file. */
  pathOf(file: PictureFile): string;
}

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
export interface WallpaperLook {
  /**
   * `shown` it shows that; `outdated` it does, and settings or displays are others now; `gone` it forgot it, as some
   * do with every login; `replaced` the person chose another; `restored` the app itself put back what was there
   * before; `unknown` it does not say.
   */
  readonly kind: 'shown' | 'outdated' | 'gone' | 'replaced' | 'restored' | 'unknown';
  /** What of the person's order of that time still holds. */
  readonly order: WallpaperOrder;
}

/** How long what was put back stays: over restarts, or until the app starts again. */
export type RestoredUntil = 'for-good' | 'next-start';

export interface WallpaperSetter {
  /** Shows the picture, whose file is at `path`, on the displays of the order or else of the settings. */
  set(
    picture: DayPicture,
    path: string,
    signal: AbortSignal,
    order?: WallpaperOrder,
  ): Promise<Result<WallpaperOutcome, WallpaperFailure>>;
  /** Changes nothing. */
  look(signal: AbortSignal): Promise<WallpaperLook>;
  /** Puts back what the desktop showed before the app's first picture. Null when there is nothing to put back. */
  restore(
    signal: AbortSignal,
    until: RestoredUntil,
  ): Promise<Result<{ readonly verified: boolean } | null, WallpaperFailure>>;
}

export type SetWallpaper = Extract<Wallpaper, { kind: 'set' }>;

/** Which wallpaper the app set last, over restarts. */
export interface WallpaperMemory {
  last(): SetWallpaper | null;
  remember(wallpaper: SetWallpaper): void;
}
