import { fail, ok, type StorageFailure } from '#shared/failure.ts';
import {
  zeroPostCounts,
  listOrderOf,
  listPlaceOf,
  type JournalPost,
  type PageQuery,
  type PostCounts,
  type PostPage,
} from '#shared/journal/journal.ts';
import { hasTagsOf } from '#shared/journal/markdown.ts';
import type { PassPosts } from '#shared/journal/pass-posts.ts';
import { isDeletedOrDeleting } from '#shared/journal/post-kinds.ts';
import { searchFindsText } from '#shared/search-words.ts';
import type { JournalStore, ChangeOrigin, StorageResult } from './ports.ts';
import { isInState, passPostOf, postSummaryOf, type PostInState } from './rules.ts';

/** A post before and after a change; `before` is null for a new post. */
export type PostChange = Readonly<{ before: JournalPost | null; after: JournalPost }>;

/** An import never has more posts than this. */
const maxImportedPosts = 2 ** 30;
/** The most posts about passes in one answer. */
const maxPassPosts = 5_000;
/** The length of the text that `all` reads at once, in UTF-16 units; a read takes about 10 ms. */
const readBatchLength = 32 * 1024;

/** The posts of the store together with the unsaved posts, which could not be written and are held in memory. */
export class BufferedPostStore {
  readonly #store: JournalStore;
  readonly #onChange: (changed: string[] | null) => void;
  readonly #unsaved = new Map<string, JournalPost>();
  #counts: PostCounts = zeroPostCounts;
  #unreadable = 0;
  #lastSequence = 0;
  #lastTurn = 0;
  #diskFailure: StorageFailure | null;
  /** Whether the last read of the counts and the highest sequence of the store succeeded. */
  #isLoaded = false;

  /** @param onChange called with the ids of the posts that changed; null: any post may have changed */
  constructor(store: JournalStore, onChange: (changed: string[] | null) => void) {
    this.#store = store;
    this.#onChange = onChange;
    this.#diskFailure = failureOfMedium(store.medium());
    this.#load();
  }

  get counts(): PostCounts {
    return this.#counts;
  }

  get unreadable(): number {
    return this.#unreadable;
  }

  /** Whether every post is on the disk and further posts can be saved. */
  get durable(): boolean {
    return this.#diskFailure === null && this.#unsaved.size === 0;
  }

  /** Why no post could be saved at the last check of the disk; null: the check found no reason. */
  get diskFailure(): StorageFailure | null {
    return this.#diskFailure;
  }

  /** Whether the present version of the post is only in memory. */
  isUnsaved(id: string): boolean {
    return this.#unsaved.has(id);
  }

  newSequence(): number {
    return (this.#lastSequence += 1);
  }

  /**
   * Reserves a range of sequences that is longer than any import, and returns the first of them. Later posts get higher
   * sequences.
   */
  reserveSequences(): number {
    const firstSequence = this.#lastSequence + 1;
    this.#lastSequence += maxImportedPosts;
    return firstSequence;
  }

  newTurn(): number {
    return (this.#lastTurn += 1);
  }

  get(id: string): StorageResult<JournalPost | null> {
    const post = this.#unsaved.get(id);
    return post === undefined ? this.#read(this.#store.get(id)) : ok(post);
  }

  /** The first post of the outbox whose id is not in `except`. */
  next(except: readonly string[] = []): StorageResult<PostInState<'waiting' | 'deleting'> | null> {
    const storedPost = this.#read(this.#store.next([...this.#unsaved.keys(), ...except]));
    const waitingPosts = [...this.#unsaved.values(), valueOrDefault(storedPost, null)]
      .filter((post) => post !== null && !except.includes(post.id))
      .filter((post) => post !== null && isInState(post, 'waiting', 'deleting'))
      .sort((a, b) => a.state.turn - b.state.turn);
    return waitingPosts[0] === undefined && !storedPost.ok
      ? storedPost
      : ok(waitingPosts[0] ?? null);
  }

  sending(): StorageResult<PostInState<'sending'>[]> {
    const storedPosts = this.#read(this.#store.sending());
    if (!storedPosts.ok) return storedPosts;
    const savedPosts = storedPosts.value.filter(({ id }) => !this.#unsaved.has(id));
    return ok(
      [...savedPosts, ...this.#unsaved.values()].filter((post) => isInState(post, 'sending')),
    );
  }

  page(query: PageQuery): StorageResult<PostPage> {
    const storedPage = this.#read(this.#store.page(query, [...this.#unsaved.keys()]));
    return storedPage.ok
      ? ok(mergeUnsavedPosts(storedPage.value, this.#unsaved.values(), query))
      : storedPage;
  }

  /** See `journal.passes` in the contract. */
  passes(): StorageResult<PassPosts> {
    const unsavedPosts = [...this.#unsaved.values()];
    // One more than the limit shows that there are more.
    const storedPosts = this.#read(
      this.#store.passes(
        maxPassPosts + 1,
        unsavedPosts.map(({ id }) => id),
      ),
    );
    if (!storedPosts.ok) return storedPosts;
    const posts = [
      ...unsavedPosts.filter((post) => !isDeletedOrDeleting(post)).map(postSummaryOf),
      ...storedPosts.value,
    ].flatMap((post) => passPostOf(post) ?? []);
    return ok({
      posts: posts.slice(0, maxPassPosts),
      hasMore: Math.max(posts.length, storedPosts.value.length) > maxPassPosts,
    });
  }

  /**
   * Yields every post once, in the order of the sequences, even if posts change meanwhile. Yields a failure and ends if
   * a read fails.
   */
  *all(): Generator<StorageResult<JournalPost>, void> {
    for (let from = 0; ;) {
      const batch = this.#store.after(from, readBatchLength);
      if (!batch.ok) {
        yield batch;
        return;
      }
      const lastSequence = batch.value.at(-1)?.sequence ?? Infinity;
      // Unsaved posts are inserted in order: they may be saved before the next portion is read.
      const unsavedPosts = [...this.#unsaved.values()].filter(
        (post) => post.sequence > from && post.sequence <= lastSequence,
      );
      const savedPosts = batch.value.filter(({ id }) => !this.#unsaved.has(id));
      for (const post of [...savedPosts, ...unsavedPosts].sort(compareBySequence)) yield ok(post);
      if (lastSequence === Infinity) return;
      from = lastSequence;
    }
  }

  /** Saves changed posts. Posts that cannot be saved are held in memory, and are part of every later answer. */
  put(changes: readonly PostChange[], origin: ChangeOrigin): StorageResult<null> {
    if (!this.durable) this.#saveUnsaved();
    // Count the changes only now: if `#saveUnsaved` opened the database, it has counted all posts again.
    for (const { before, after } of changes) this.#count(before, after);
    const posts = changes.map(({ after }) => {
      // The sequence of a post may have changed when the database was opened.
      const sequence = this.#unsaved.get(after.id)?.sequence ?? after.sequence;
      return sequence === after.sequence ? after : { ...after, sequence };
    });
    // The disk may not have the text of an unsaved post, so both the state and the text must be saved.
    const writeOrigin = posts.some(({ id }) => this.#unsaved.has(id)) ? 'user' : origin;
    const saveResult =
      this.#diskFailure === null ? this.#store.save(posts, writeOrigin) : fail(this.#diskFailure);
    for (const post of posts) {
      if (saveResult.ok) this.#unsaved.delete(post.id);
      else this.#unsaved.set(post.id, post);
    }
    this.#onChange(changes.map(({ after }) => after.id));
    return saveResult;
  }

  /**
   * Checks whether the disk accepts writes. Call this before a new sequence is assigned and before a post is read for a
   * change: when a database becomes available, unsaved posts are numbered after its posts.
   */
  checkDisk(): void {
    this.#reportingDurability(() => this.#checkDisk());
  }

  /** Retries writing the posts that could not be saved. */
  saveUnsaved(): void {
    this.#reportingDurability(() => this.#saveUnsaved());
  }

  /** Reads the counts again. Call this after other code has changed the store. */
  reload(): void {
    this.#load();
    this.#onChange(null);
  }

  #load(): void {
    const summary = this.#store.summary();
    this.#isLoaded = summary.ok;
    if (!summary.ok) {
      this.#diskFailure ??= summary.failure;
      return;
    }
    this.#counts = { ...summary.value.counts };
    this.#unreadable = this.#store.unreadable();
    this.#lastSequence = Math.max(this.#lastSequence, summary.value.lastSequence);
    this.#lastTurn = Math.max(this.#lastTurn, summary.value.lastTurn);
    for (const post of this.#unsaved.values())
      this.#count(valueOrDefault(this.#store.get(post.id), null), post);
  }

  /** Returns the result of a read. Counts the posts again if the read found unreadable rows. */
  #read<T>(result: StorageResult<T>): StorageResult<T> {
    if (this.#store.unreadable() !== this.#unreadable) this.#load();
    return result;
  }

  /**
   * Gives new sequences to the posts that were created before the database could be opened: the database may have used
   * the old ones already.
   */
  #renumber(): void {
    this.#lastSequence = 0;
    this.#lastTurn = 0;
    const addedPosts = [...this.#unsaved.values()].filter(
      ({ id }) => valueOrDefault(this.#store.get(id), null) === null,
    );
    for (const { id } of addedPosts) this.#unsaved.delete(id);
    this.#load();
    for (const post of addedPosts) {
      const movedPost = { ...post, sequence: this.newSequence() };
      const renumberedPost =
        'turn' in movedPost.state
          ? { ...movedPost, state: { ...movedPost.state, turn: this.newTurn() } }
          : movedPost;
      this.#unsaved.set(post.id, renumberedPost);
      this.#count(null, renumberedPost);
    }
  }

  #count(previous: JournalPost | null, next: JournalPost): void {
    const counts = { ...this.#counts };
    if (previous !== null) counts[previous.state.kind] -= 1;
    counts[next.state.kind] += 1;
    this.#counts = counts;
  }

  #checkDisk(): void {
    const medium = this.#store.medium();
    this.#diskFailure = failureOfMedium(medium);
    if (medium === 'reopened' || !this.#isLoaded) this.#renumber();
    if (medium === 'reopened') this.#onChange(null);
  }

  #saveUnsaved(): void {
    this.#checkDisk();
    if (this.#diskFailure !== null) return;
    for (const post of [...this.#unsaved.values()]) {
      const saveResult = this.#store.save([post], 'user');
      if (saveResult.ok) this.#unsaved.delete(post.id);
      // A smaller post may still fit. Any other failure affects all posts, and each attempt may take long.
      else if (saveResult.failure.code !== 'SQLITE_FULL') return;
    }
  }

  #reportingDurability(work: () => void): void {
    const wasDurable = this.durable;
    work();
    if (this.durable !== wasDurable) this.#onChange(null);
  }
}

const compareBySequence = (a: JournalPost, b: JournalPost): number => a.sequence - b.sequence;

const failureOfMedium = (medium: ReturnType<JournalStore['medium']>): StorageFailure | null =>
  typeof medium === 'string' ? null : medium;

const valueOrDefault = <T>(result: StorageResult<T>, otherwise: T): T =>
  result.ok ? result.value : otherwise;

/** Adds the unsaved posts to a page of the store, which contains saved posts only. */
function mergeUnsavedPosts(
  page: PostPage,
  unsaved: Iterable<JournalPost>,
  query: PageQuery,
): PostPage {
  const unsavedSummaries = [...unsaved]
    .filter((post) => matchesPageQuery(post, query))
    .map(postSummaryOf);
  if (unsavedSummaries.length === 0) return page;
  const allSummaries = [...page.posts, ...unsavedSummaries].sort(listOrderOf(query));
  const posts = allSummaries.slice(0, query.limit);
  const lastPost = posts.at(-1);
  const isLast = page.next === null && allSummaries.length <= query.limit;
  return { posts, next: isLast || lastPost === undefined ? null : listPlaceOf(lastPost) };
}

/** Whether the post is on this page or on a later one. Must match the conditions in the SQL of the store. */
export function matchesPageQuery(post: JournalPost, query: PageQuery): boolean {
  const { before, state, words } = query;
  if (before !== null && listOrderOf(query)(post, before) <= 0) return false;
  const { kind } = post.state;
  if (state === null ? kind === 'deleted' : state !== 'everything' && state !== kind) return false;
  return (
    searchFindsText(`${post.title} ${post.body}`, words) && hasTagsOf(post.title, post.body, words)
  );
}
