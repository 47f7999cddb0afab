import type { Result } from '../../../shared/failure.ts';
import type { JournalPost } from '../../../shared/journal.ts';

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

/** What of the journal outlives a restart. A method that returns has put it on disk. */
export interface JournalStore {
  /** Newest first. */
  all(): JournalPost[];
  save(post: JournalPost): Result<null>;
}
