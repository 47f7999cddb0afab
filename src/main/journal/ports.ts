import type { Result, StorageFailure } from '#shared/failure.ts';
import type { ClockRecord } from '#runtime/clock-record.ts';
import type {
  JournalPost,
  JournalStatus,
  PageQuery,
  PostCounts,
  PostPage,
} from '#shared/journal/journal.ts';

/** The four fields of the posts service. */
export interface ServicePost {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly userId: number;
}

/** What the service said when it took something. `id` is null where it names none. */
export interface Receipt {
  readonly status: number;
  readonly id: number | null;
}

export interface PostsService {
  /** Expected failures: those of the network, `refused` (400, 415 …), `malformed`. */
  create(post: Omit<ServicePost, 'id'>, signal: AbortSignal): Promise<Result<Receipt>>;
  /** Also `not-found`. */
  replace(post: ServicePost, signal: AbortSignal): Promise<Result<Receipt>>;
  /** Also `not-found`. */
  delete(id: number, signal: AbortSignal): Promise<Result<Receipt>>;
}

export type Stored<T> = Result<T, StorageFailure>;

/** What the journal reads from its store at the start. */
export interface JournalSummary {
  readonly counts: PostCounts;
  /** The highest in use, also by a staged post; 0 when there is none. */
  readonly lastSequence: number;
  readonly lastTurn: number;
  readonly paused: boolean;
}

/**
 * - `person`: what somebody wrote or asked for. When the save returns, it is on the disk itself.
 * - `outbox`: what became of a request, of a post whose text is on the disk already. It outlives the end of the
 *   app at any moment; a power cut may undo the last of it, and then a request is made again.
 */
export type Origin = 'person' | 'outbox';

/** The posts and the settings of the journal on the disk. Rows that cannot be read are marked and left out. */
export interface JournalStore {
  summary(): Stored<JournalSummary>;
  get(id: string): Stored<JournalPost | null>;
  /** The first in the outbox (waiting or deleting), but for these ids. */
  next(without: readonly string[]): Stored<JournalPost | null>;
  /** Posts that are marked as being sent. */
  sending(): Stored<readonly JournalPost[]>;
  page(query: PageQuery, without: readonly string[]): Stored<PostPage>;
  /** All of them, or none. */
  save(posts: readonly JournalPost[], origin: Origin): Stored<null>;
  savePaused(paused: boolean): Stored<null>;
  /** Forgets what was deleted before `before` (milliseconds since the Unix epoch), and how many that was. */
  purge(before: number): Stored<number>;
  /** What is known of the wall clock over restarts; null at the first start. */
  clockRecord(): Stored<ClockRecord | null>;
  noteClock(record: ClockRecord): Stored<null>;
  /**
   * Posts with a higher sequence, oldest first: as many as hold `length` UTF-16 units together, and one more.
   * None when there is none.
   */
  after(sequence: number, length: number): Stored<readonly JournalPost[]>;
  /**
   * Adds posts of an import that are in no answer of this store until `commitStaged`, also after a restart. Leaves out
   * posts whose ids are there already, and returns how many it added.
   */
  stage(posts: readonly JournalPost[]): Stored<number>;
  /** Makes all staged posts part of the journal in one transaction. */
  commitStaged(): Stored<null>;
  /** Removes at most `limit` staged posts, and returns how many those were. */
  discardStaged(limit: number): Stored<number>;
  /**
   * Where saves go: the failure says why they stay in memory. A database that could not be opened on its disk
   * is tried again by this; `reopened` says that it worked just now, and that what is known of the store is
   * out of date.
   */
  medium(): 'disk' | 'reopened' | StorageFailure;
  /** How many rows could not be read so far. */
  unreadable(): number;
  /** How the database was found at the start. */
  readonly recovered: JournalStatus['recovered'];
}
