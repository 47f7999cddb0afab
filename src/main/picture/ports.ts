import type { Failure, Result } from '#shared/failure.ts';
import type {
  DayPicture,
  PictureFile,
  PictureRecord,
  ProviderName,
  Quota,
} from '#shared/picture/picture.ts';
import type {
  ArchiveDay,
  ArchivePage,
  ArchiveQuery,
  ArchiveStatus,
} from '#shared/picture/archive.ts';

/** One service that provides the record of a day. */
export interface PictureSource {
  readonly name: ProviderName;
  /**
   * The record of `date` (`YYYY-MM-DD`, US Eastern), or of the newest published day when it is null.
   * Expected failures: everything a network does, `not-found`, `key-refused`, `quota`, `malformed`.
   */
  fetch(date: string | null, signal: AbortSignal): Promise<Result<PictureRecord>>;
  /** The last reported quota of the key; null before the first answer, or without a quota. */
  quota(): Quota | null;
}

export interface DownloadOptions {
  /** Checks the complete file before it is renamed; a refused file is removed. */
  readonly accept?: (file: PictureFile) => Failure | null;
  /** Called after each piece; `total` is null if unknown. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
}

/** Downloads the picture of a record. */
export interface PictureDownloader {
  /**
   * Returns the complete, checked file, renamed into place. An interrupted download may be resumed later; other
   * failures leave no file. For a video, downloads its still. Expected failures: those of the network,
   * `not-an-image`, `too-large`, `truncated`, `address-refused`, `no-picture`, `storage`, and those of `accept`.
   */
  download(
    record: PictureRecord,
    signal: AbortSignal,
    options?: DownloadOptions,
  ): Promise<Result<PictureFile>>;
}

/** A kept day whose file is there, as far as choosing a picture for the desktop needs it. */
export interface PictureFacts {
  readonly date: string;
  readonly title: string;
  readonly explanation: string;
  readonly mediaType: PictureRecord['mediaType'];
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** The kept days. Persisted across restarts. */
export interface PictureArchive {
  /** The newest day kept whose file, if it has one, is still there; or null. */
  newest(): DayPicture | null;
  /** Kept days whose files are there, newest first, `before` (exclusive) a day or all. */
  days(range: { readonly before: string | null; readonly limit: number }): readonly DayPicture[];
  /** All kept days with a picture, newest first. Cheaper than `days`: it looks for no file. */
  facts(): readonly PictureFacts[];
  /** A kept day whose file is there, or null. */
  get(date: string): DayPicture | null;
  /** As `get`, also if the file was evicted since; `file` then describes the evicted file. */
  known(date: string): DayPicture | null;
  save(picture: DayPicture): Result<null>;
  /** The day was on the desktop or on the screen at `at` (milliseconds since the Unix epoch). */
  noteShown(date: string, at: number): Result<null>;
  /** Absolute path of a kept file. */
  pathOf(file: PictureFile): string;
}

/** A picture's file that the archive knows to be on the disk. */
export interface KeptFile {
  readonly date: string;
  readonly name: string;
  readonly bytes: number;
  /** When it was shown last, or came; milliseconds since the Unix epoch. */
  readonly shownAt: number;
}

/** A file that belongs to no day: a download under way, or a leftover of a crash or a repair. */
export interface StrayFile {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
}

interface ThumbnailFile {
  /** `<name>.jpg`, ours. */
  readonly name: string;
  readonly bytes: number;
}

/** The database of all days. Expected failure of every function: `storage`. */
export interface ArchiveStore extends PictureArchive {
  /** @param only the days to choose from; null: all of them */
  page(
    query: Pick<ArchiveQuery, 'words' | 'before' | 'limit'>,
    only: readonly string[] | null,
  ): Result<ArchivePage>;
  /** The kept days of a month (`YYYY-MM`), in order. */
  month(name: string): Result<ArchiveDay[]>;
  /** `bytes`: the files of the pictures and the thumbnails. */
  status(): Result<ArchiveStatus>;
  /** The picture files on the disk, least recently shown first. */
  files(): Result<KeptFile[]>;
  /** Records that the files of these days are gone; the records of the days stay. */
  noteEvicted(dates: readonly string[]): Result<null>;
  /**
   * Puts the simulated days in use, or the real ones, and sets the others aside, because a simulated picture could
   * be taken for a real one. Returns how many days moved.
   */
  useSimulated(simulated: boolean): Result<number>;
  /** Names of the files whose days are set aside. */
  filesAside(): Result<readonly string[]>;
  /** Records that these files are on the disk again. Returns how many of them belong to a day. */
  reclaim(names: readonly string[]): Result<number>;
  noteThumbnail(date: string, thumbnail: ThumbnailFile): Result<null>;
  /** Forgets all thumbnails but these. Returns the names that belong to no day. */
  keepThumbnails(names: readonly string[]): Result<string[]>;
}

/** A folder of the app’s own files. Expected failure: `storage`. */
export interface OwnFolder {
  /** The names of the files; empty if there is no folder. */
  names(): Promise<Result<readonly string[]>>;
  /** Those of the names that are files there. */
  measure(names: readonly string[]): Promise<readonly StrayFile[]>;
  /** Removes a file. A missing file is no failure. */
  remove(name: string): Promise<Result<null>>;
}

export interface ThumbnailMaker {
  /**
   * Makes the thumbnail of the file at `path` in the folder of the thumbnails. Expected failures: `wallpaper` (it
   * could not be drawn), `storage`.
   */
  make(
    picture: { readonly path: string; readonly file: PictureFile },
    signal: AbortSignal,
  ): Promise<Result<ThumbnailFile>>;
  /** Called when the queue of thumbnails is empty, so that the maker can close its page. */
  close(): void;
}
