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

/** A picture's file that the archive knows to be on the disk. */
export interface KeptFile {
  readonly date: string;
  readonly name: string;
  readonly bytes: number;
  /** When it was shown last, or came; milliseconds since the Unix epoch. */
  readonly shownAt: number;
}

/** A file of which the archive knows nothing: a download under way, or what a crash or a repair left. */
export interface StrayFile {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
}

export interface ThumbnailFile {
  /** `<name>.jpg`, ours. */
  readonly name: string;
  readonly bytes: number;
}

/** What is known of all days. Expected failure of everything in here: `storage`. */
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
  /** The files that are there, the longest unseen first. */
  files(): Result<KeptFile[]>;
  /** The files of these days are gone; what is known of the days stays. */
  noteEvicted(dates: readonly string[]): Result<null>;
  /**
   * Puts the days in use that the embedded services drew, or all others, and sets the rest aside until it is their
   * turn: a simulated picture beside real services would pass for real. Gives how many days moved.
   */
  useSimulated(simulated: boolean): Result<number>;
  /** Names of the files whose days are set aside. */
  filesAside(): Result<readonly string[]>;
  /** Files of these names are there again. Gives how many of them belong to a day. */
  reclaim(names: readonly string[]): Result<number>;
  noteThumbnail(date: string, thumbnail: ThumbnailFile): Result<null>;
  /** Forgets all thumbnails but these. Gives those of the names that no day has. */
  keepThumbnails(names: readonly string[]): Result<string[]>;
}

/** A folder of the app’s own files. Expected failure: `storage`. */
export interface OwnFolder {
  /** What is in it; nothing while there is no folder. */
  names(): Promise<Result<readonly string[]>>;
  /** Those of the names that are files there. */
  measure(names: readonly string[]): Promise<readonly StrayFile[]>;
  /** What is gone already is no failure. */
  remove(name: string): Promise<Result<null>>;
}

export interface ThumbnailMaker {
  /**
   * Makes the small picture of a file at `path` and puts it into the folder of the thumbnails.
   * Expected failures: `wallpaper` (it could not be drawn), `storage`.
   */
  make(
    picture: { readonly path: string; readonly file: PictureFile },
    signal: AbortSignal,
  ): Promise<Result<ThumbnailFile>>;
  /** Nothing more is to be made for now. */
  rest(): void;
}
