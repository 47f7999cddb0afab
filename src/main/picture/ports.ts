import type { Failure, Result } from '#shared/failure.ts';
import type {
  DayPicture,
  PictureFile,
  PictureRecord,
  ProviderName,
  Quota,
} from '#shared/picture/picture.ts';

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
