import type { Result, StorageFailure } from '#shared/failure.ts';
import type { ClockRecord } from '#runtime/clock.ts';
import type { AddressInUse } from './posts-address.ts';
import type { PassPostFields } from './rules.ts';
import type { StrayPhotos } from './store/photo-store.ts';
import type {
  JournalPost,
  JournalStatus,
  PageQuery,
  PostCounts,
  PostPage,
} from '#shared/journal/journal.ts';
import type { PhotoRef } from '#shared/journal/photo.ts';
import type { StoredValue } from '#runtime/value.ts';

interface ServicePost {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly userId: number;
}

/** The answer of the service to an accepted request. `id` is null if the service named none. */
export interface Receipt {
  readonly status: number;
  readonly id: number | null;
}

export interface PostsService {
  /** Expected failures: those of the network, `refused` (400, 415 …), `malformed`. */
  create(post: Omit<ServicePost, 'id'>, signal: AbortSignal): Promise<Result<Receipt>>;
  /** Expected failures: those of `create`, and `not-found`. */
  replace(post: ServicePost, signal: AbortSignal): Promise<Result<Receipt>>;
  /** Expected failures: those of `create`, and `not-found`. */
  delete(id: number, signal: AbortSignal): Promise<Result<Receipt>>;
}

export type StorageResult<T> = Result<T, StorageFailure>;

/** The values that the journal reads from its store at the start. */
interface JournalSummary {
  readonly counts: PostCounts;
  /** The highest sequence in use, also by a staged post; 0 when there is none. */
  readonly lastSequence: number;
  readonly lastTurn: number;
}

/**
 * - `user`: a change that the user made. The change is synced to the disk when the save returns.
 * - `outbox`: the start or the result of a request for a post whose text is on the disk already. The change survives
 *   the end of the app at any moment. A power cut may undo the last changes; their requests are then repeated.
 */
export type ChangeOrigin = 'user' | 'outbox';

/** The posts of the journal on the disk. Unreadable rows are marked and left out. */
export interface JournalStore {
  summary(): StorageResult<JournalSummary>;
  get(id: string): StorageResult<JournalPost | null>;
  /** The first post of the outbox (waiting or deleting) whose id is not in `without`. */
  next(without: readonly string[]): StorageResult<JournalPost | null>;
  /** The posts whose request is running, or was running when the app was killed. */
  sending(): StorageResult<readonly JournalPost[]>;
  page(query: PageQuery, without: readonly string[]): StorageResult<PostPage>;
  /**
   * At most `limit` posts whose text begins like that of a post about a pass, the last added first. Leaves out posts
   * that are deleted or wait to be deleted, and the posts whose id is in `without`.
   */
  passes(limit: number, without: readonly string[]): StorageResult<readonly PassPostFields[]>;
  /** Saves all of the posts, or none. */
  save(posts: readonly JournalPost[], origin: ChangeOrigin): StorageResult<null>;
  /** Removes the posts deleted before `time` (milliseconds since the Unix epoch), and returns their photos. */
  purge(time: number): StorageResult<readonly PhotoRef[]>;
  /** The photos of all rows, also of unreadable and staged ones. */
  photos(): StorageResult<readonly PhotoRef[]>;
  /**
   * Returns posts with a higher sequence, in the order of the sequences, up to the post that makes their total length
   * exceed `length` UTF-16 units. Empty if there are no such posts.
   */
  after(sequence: number, length: number): StorageResult<readonly JournalPost[]>;
  /**
   * Stores posts of an import that are not part of any answer until `commitStaged`, also after a restart. Leaves out
   * posts whose ids exist already, and returns the number of the others.
   */
  stage(posts: readonly JournalPost[]): StorageResult<number>;
  /** Makes all staged posts part of the journal in one transaction. */
  commitStaged(): StorageResult<null>;
  /** Removes at most `limit` staged posts, and returns their number. */
  discardStaged(limit: number): StorageResult<number>;
  /**
   * Whether saves go to the disk, or the reason why not. Tries again to open a database that could not be opened.
   * `reopened` means that another database has replaced the previous one, so all data read from the store are out of
   * date.
   */
  medium(): 'disk' | 'reopened' | StorageFailure;
  /** Calls `listener` when another database has replaced the previous one; `medium` then returns `reopened`. */
  onReplaced(listener: () => void): void;
  unreadable(): number;
  /** The result of a recovery of the database; see `recovered` in `JournalStatus`. */
  readonly recovered: JournalStatus['recovered'];
}

/** Persistent values of the journal besides its posts. */
export interface JournalValues {
  /** Whether the user has paused publishing. */
  readonly paused: StoredValue<boolean>;
  /** The readings of the wall clock by earlier runs; null at the first start. */
  readonly clock: StoredValue<ClockRecord | null>;
  readonly address: StoredValue<AddressInUse>;
  /** The files of photos that no post had at the last start. */
  readonly strayPhotos: StoredValue<StrayPhotos>;
}
