import type {
  ArchiveDay,
  ArchivePage,
  ArchiveQuery,
  ArchiveStatus,
} from '#shared/picture/archive.ts';
import type { Result } from '#shared/failure.ts';
import type { PictureFile } from '#shared/picture/picture.ts';
import type { PictureArchive } from '../ports.ts';

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
  letGo(dates: readonly string[]): Result<null>;
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
