import { fail, ok, type StorageFailure } from '#shared/failure.ts';
import {
  noPosts,
  orderOf,
  placeOf,
  type JournalPost,
  type PageQuery,
  type PostCounts,
  type PostPage,
} from '#shared/journal/journal.ts';
import { isFoundIn } from '#shared/search-words.ts';
import type { JournalStore, Origin, Stored } from './ports.ts';
import { isIn, summaryOf } from './rules.ts';

export interface Change {
  /** Null for a new post. */
  readonly before: JournalPost | null;
  readonly after: JournalPost;
}

/** The posts of the store, and in memory those that the disk has not taken yet. */
export type BufferedPostStore = ReturnType<typeof createBufferedPostStore>;

/** More posts than one import has. */
const importedAtMost = 2 ** 30;
/** UTF-16 units of text that `all` reads in one go: some ten milliseconds. */
const readAtOnce = 32 * 1024;

/** @param onChange called with the ids of the posts that changed; null: any of them */
export function createBufferedPostStore(
  store: JournalStore,
  onChange: (changed: string[] | null) => void,
) {
  const unsaved = new Map<string, JournalPost>();
  let counts: PostCounts = noPosts;
  let unreadable = 0;
  let lastSequence = 0;
  let lastTurn = 0;
  let diskFailure = failureOf(store.medium());
  /** False until the store has told its counts and its highest sequence. */
  let isLoaded = false;
  load();

  const isDurable = (): boolean => diskFailure === null && unsaved.size === 0;

  function load(): void {
    const summary = store.summary();
    isLoaded = summary.ok;
    if (!summary.ok) {
      diskFailure ??= summary.failure;
      return;
    }
    counts = { ...summary.value.counts };
    unreadable = store.unreadable();
    lastSequence = Math.max(lastSequence, summary.value.lastSequence);
    lastTurn = Math.max(lastTurn, summary.value.lastTurn);
    for (const post of unsaved.values()) count(valueOr(store.get(post.id), null), post);
  }

  /** Counts again when the read found rows that are unreadable. */
  function read<T>(result: Stored<T>): Stored<T> {
    if (store.unreadable() !== unreadable) load();
    return result;
  }

  /** Posts that were begun before the database could be opened may have a sequence that is taken there. */
  function renumber(): void {
    lastSequence = 0;
    lastTurn = 0;
    const added = [...unsaved.values()].filter(({ id }) => valueOr(store.get(id), null) === null);
    for (const { id } of added) unsaved.delete(id);
    load();
    for (const post of added) {
      const moved = { ...post, sequence: (lastSequence += 1) };
      const renumbered =
        'turn' in moved.state
          ? { ...moved, state: { ...moved.state, turn: (lastTurn += 1) } }
          : moved;
      unsaved.set(post.id, renumbered);
      count(null, renumbered);
    }
  }

  function count(before: JournalPost | null, after: JournalPost): void {
    const next = { ...counts };
    if (before !== null) next[before.state.kind] -= 1;
    next[after.state.kind] += 1;
    counts = next;
  }

  function checkDisk(): void {
    const medium = store.medium();
    diskFailure = failureOf(medium);
    if (medium === 'reopened' || !isLoaded) renumber();
    if (medium === 'reopened') onChange(null);
  }

  function saveUnsaved(): void {
    checkDisk();
    if (diskFailure !== null) return;
    for (const post of [...unsaved.values()]) {
      const saved = store.save([post], 'person');
      if (saved.ok) unsaved.delete(post.id);
      // A smaller one may still fit; any other failure is the same for all, and each attempt may take its time.
      else if (saved.failure.code !== 'SQLITE_FULL') return;
    }
  }

  function withChange(work: () => void): void {
    const before = isDurable();
    work();
    if (isDurable() !== before) onChange(null);
  }

  return {
    get counts() {
      return counts;
    },

    /** How many rows could not be read. */
    get unreadable() {
      return unreadable;
    },

    /** False while something is only in memory. */
    get durable() {
      return isDurable();
    },

    /** Why nothing can be saved, or null; as of the last check. */
    get diskFailure() {
      return diskFailure;
    },

    /** True while the disk does not have the post as it is now. */
    isUnsaved: (id: string) => unsaved.has(id),
    newSequence: () => (lastSequence += 1),

    /** The first of a range of sequences that is longer than any import. Posts written later get higher ones. */
    reserveSequences() {
      const first = lastSequence + 1;
      lastSequence += importedAtMost;
      return first;
    },
    newTurn: () => (lastTurn += 1),
    get(id: string) {
      const post = unsaved.get(id);
      return post === undefined ? read(store.get(id)) : ok(post);
    },

    /** The first post of the outbox, except the posts with the ids `except`. */
    next(except: readonly string[] = []) {
      const stored = read(store.next([...unsaved.keys(), ...except]));
      const waiting = [...unsaved.values(), valueOr(stored, null)]
        .filter((post) => post !== null && !except.includes(post.id))
        .filter((post) => post !== null && isIn(post, 'waiting', 'deleting'))
        .sort((a, b) => a.state.turn - b.state.turn);
      return waiting[0] === undefined && !stored.ok ? stored : ok(waiting[0] ?? null);
    },
    sending() {
      const stored = read(store.sending());
      if (!stored.ok) return stored;
      const saved = stored.value.filter(({ id }) => !unsaved.has(id));
      return ok([...saved, ...unsaved.values()].filter((post) => isIn(post, 'sending')));
    },
    page(query: PageQuery) {
      const stored = read(store.page(query, [...unsaved.keys()]));
      return stored.ok ? ok(merged(stored.value, unsaved.values(), query)) : stored;
    },

    /** Every post, oldest first, also while others change. */
    *all() {
      for (let from = 0; ;) {
        const some = store.after(from, readAtOnce);
        if (!some.ok) {
          yield some;
          return;
        }
        const to = some.value.at(-1)?.sequence ?? Infinity;
        // At their own place: the disk may have taken them by the time of the next portion.
        const ours = [...unsaved.values()].filter(
          (post) => post.sequence > from && post.sequence <= to,
        );
        const saved = some.value.filter(({ id }) => !unsaved.has(id));
        for (const post of [...saved, ...ours].sort(bySequence)) yield ok(post);
        if (to === Infinity) return;
        from = to;
      }
    },

    /** Posts that the disk does not take are kept in memory, and are part of every answer from then on. */
    put(changes: readonly Change[], origin: Origin) {
      if (unsaved.size > 0 || diskFailure !== null) saveUnsaved();
      // Not before: a database that became available just then was counted, with the posts unsaved until then.
      for (const { before, after } of changes) count(before, after);
      const posts = changes.map(({ after }) => {
        // A post that was being sent meanwhile may have got another sequence.
        const sequence = unsaved.get(after.id)?.sequence ?? after.sequence;
        return sequence === after.sequence ? after : { ...after, sequence };
      });
      // The disk does not have the text of an unsaved post either.
      const whole = posts.some(({ id }) => unsaved.has(id)) ? 'person' : origin;
      const saved = diskFailure === null ? store.save(posts, whole) : fail(diskFailure);
      for (const post of posts) {
        if (saved.ok) unsaved.delete(post.id);
        else unsaved.set(post.id, post);
      }
      onChange(changes.map(({ after }) => after.id));
      return saved;
    },

    /**
     * Checks whether the disk takes the journal. Call it before a new sequence is taken and before a post is read to be
     * changed: a database that becomes available brings its own posts, and unsaved posts are numbered after them.
     */
    checkDisk: () => withChange(checkDisk),

    /** Retries writing the posts that could not be saved. */
    saveUnsaved: () => withChange(saveUnsaved),

    /** Call it when the store was changed by somebody else. */
    reload() {
      load();
      onChange(null);
    },
  };
}

const bySequence = (a: JournalPost, b: JournalPost): number => a.sequence - b.sequence;

const failureOf = (medium: ReturnType<JournalStore['medium']>): StorageFailure | null =>
  typeof medium === 'string' ? null : medium;

const valueOr = <T>(result: Stored<T>, otherwise: T): T => (result.ok ? result.value : otherwise);

/** The store's page, which leaves out the unsaved posts, with the unsaved posts that belong on it. */
function merged(page: PostPage, unsaved: Iterable<JournalPost>, query: PageQuery): PostPage {
  const ours = [...unsaved].filter((post) => matches(post, query)).map(summaryOf);
  if (ours.length === 0) return page;
  const all = [...page.posts, ...ours].sort(orderOf(query));
  const posts = all.slice(0, query.limit);
  const last = posts.at(-1);
  const isLast = page.next === null && all.length <= query.limit;
  return { posts, next: isLast || last === undefined ? null : placeOf(last) };
}

/** True when the post is on this page or on one after it: what the store's SQL does, for one post. */
export function matches(post: JournalPost, query: PageQuery): boolean {
  const { before, state, words } = query;
  if (before !== null && orderOf(query)(post, before) <= 0) return false;
  const { kind } = post.state;
  if (state === null ? kind === 'deleted' : state !== 'everything' && state !== kind) return false;
  return isFoundIn(`${post.title} ${post.body}`, words);
}
