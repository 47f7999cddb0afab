import { fail, ok, type StorageFailure } from '#shared/failure.ts';
import {
  noPosts,
  type JournalPost,
  type PageQuery,
  type PostCounts,
  type PostPage,
} from '#shared/journal/journal.ts';
import { merged } from './held.ts';
import { portionLength } from './portions.ts';
import type { Band, JournalStore, Origin, Stored } from './ports.ts';
import { isIn, type PostIn } from './states.ts';

export interface Change {
  /** Null for a new post. */
  readonly before: JournalPost | null;
  readonly after: JournalPost;
}

/** The store, and in front of it the posts that the disk has not taken yet. */
export interface Shelf {
  readonly counts: PostCounts;
  readonly unreadable: number;
  readonly paused: boolean;
  /** False while something is held in memory only. */
  readonly durable: boolean;
  /** Why a database that is gone with the app stands in for the one on the disk, or null; as of the last look. */
  readonly trouble: StorageFailure | null;
  /** True while the disk has not taken the post as it is now. */
  isHeld(id: string): boolean;
  newSequence(): number;
  /** Sequences for an import, behind all that are there; what comes meanwhile is behind them. */
  newBand(): Band;
  newTurn(): number;
  get(id: string): Stored<JournalPost | null>;
  /** What goes next, but for the post `except`. */
  next(except?: string): Stored<PostIn<'waiting' | 'deleting'> | null>;
  sending(): Stored<readonly PostIn<'sending'>[]>;
  page(query: PageQuery): Stored<PostPage>;
  /** Every post, oldest first, also while others change. */
  all(): Generator<Stored<JournalPost>>;
  /** What the disk refuses is held in memory, and counts as put. */
  put(changes: readonly Change[], origin: Origin): Stored<null>;
  setPaused(paused: boolean): void;
  /**
   * Asks whether the disk takes the journal. Before a sequence is drawn or a post is read to be changed: a database
   * that comes back brings posts with it, and what is held goes behind them.
   */
  look(): void;
  /** Offers the disk what it has refused. */
  flush(): void;
  /** After the store was changed behind the shelf. */
  reload(): void;
}

/** More posts than one import has. */
const bandLength = 2 ** 24;

export function createShelf(store: JournalStore): Shelf {
  const held = new Map<string, JournalPost>();
  let counts: PostCounts = noPosts;
  let unreadable = 0;
  let lastSequence = 0;
  let lastTurn = 0;
  let paused = false;
  /** Also the pause is held until the disk takes it. */
  let pauseHeld = false;
  /** Why nothing can be saved now, or null. */
  let trouble = troubleOf(store.medium());
  /** False until the store has said what it holds. */
  let known = false;
  reload();

  function reload(): void {
    const summary = store.summary();
    known = summary.ok;
    if (!summary.ok) {
      trouble ??= summary.failure;
      return;
    }
    counts = { ...summary.value.counts };
    unreadable = store.unreadable();
    if (!pauseHeld) paused = summary.value.paused;
    lastSequence = Math.max(lastSequence, summary.value.lastSequence);
    lastTurn = Math.max(lastTurn, summary.value.lastTurn);
    for (const post of held.values()) count(valueOr(store.get(post.id), null), post);
  }

  /** What was set aside while it was read counts no longer. */
  function read<T>(result: Stored<T>): Stored<T> {
    if (store.unreadable() !== unreadable) reload();
    return result;
  }

  /** Posts that were begun before the database could be opened may have a sequence that is taken there. */
  function renumber(): void {
    lastSequence = 0;
    lastTurn = 0;
    const stranded = [...held.values()].filter(({ id }) => valueOr(store.get(id), null) === null);
    for (const { id } of stranded) held.delete(id);
    reload();
    for (const post of stranded) {
      const moved = { ...post, sequence: (lastSequence += 1) };
      const renumbered =
        'turn' in moved.state
          ? { ...moved, state: { ...moved.state, turn: (lastTurn += 1) } }
          : moved;
      held.set(post.id, renumbered);
      count(null, renumbered);
    }
  }

  function count(before: JournalPost | null, after: JournalPost): void {
    const next = { ...counts };
    if (before !== null) next[before.state.kind] -= 1;
    next[after.state.kind] += 1;
    counts = next;
  }

  function look(): void {
    const medium = store.medium();
    trouble = troubleOf(medium);
    if (medium === 'reopened' || !known) renumber();
  }

  function flush(): void {
    look();
    if (trouble !== null) return;
    if (pauseHeld) pauseHeld = !store.savePaused(paused).ok;
    for (const post of [...held.values()]) {
      const saved = store.save([post], 'person');
      if (saved.ok) held.delete(post.id);
      // A smaller one may still fit; any other trouble is the same for all, and each try may take its time.
      else if (saved.failure.code !== 'SQLITE_FULL') return;
    }
  }

  return {
    get counts() {
      return counts;
    },
    get unreadable() {
      return unreadable;
    },
    get paused() {
      return paused;
    },
    get durable() {
      return trouble === null && held.size === 0 && !pauseHeld;
    },
    get trouble() {
      return trouble;
    },
    isHeld: (id) => held.has(id),
    newSequence: () => (lastSequence += 1),
    newBand() {
      const from = lastSequence + 1;
      lastSequence += bandLength;
      return { from, to: lastSequence };
    },
    newTurn: () => (lastTurn += 1),
    get(id) {
      const post = held.get(id);
      return post === undefined ? read(store.get(id)) : ok(post);
    },
    next(except) {
      const without = except === undefined ? [...held.keys()] : [...held.keys(), except];
      const stored = read(store.next(without));
      const waiting = [...held.values(), valueOr(stored, null)]
        .filter((post) => post !== null && post.id !== except)
        .filter((post) => post !== null && isIn(post, 'waiting', 'deleting'))
        .sort((a, b) => a.state.turn - b.state.turn);
      return waiting[0] === undefined && !stored.ok ? stored : ok(waiting[0] ?? null);
    },
    sending() {
      const stored = read(store.sending());
      if (!stored.ok) return stored;
      const rest = stored.value.filter(({ id }) => !held.has(id));
      return ok([...rest, ...held.values()].filter((post) => isIn(post, 'sending')));
    },
    page(query) {
      const stored = read(store.page(query, [...held.keys()]));
      return stored.ok ? ok(merged(stored.value, held.values(), query)) : stored;
    },
    *all() {
      for (let from = 0; ;) {
        const some = store.after(from, portionLength);
        if (!some.ok) {
          yield some;
          return;
        }
        const to = some.value.at(-1)?.sequence ?? Infinity;
        // What is held comes at its own place: by the time of the next portion the disk may have taken it.
        const ours = [...held.values()].filter(
          (post) => post.sequence > from && post.sequence <= to,
        );
        const theirs = some.value.filter(({ id }) => !held.has(id));
        for (const post of [...theirs, ...ours].sort(bySequence)) yield ok(post);
        if (to === Infinity) return;
        from = to;
      }
    },
    put(changes, origin) {
      if (held.size > 0 || trouble !== null) flush();
      // Now: a database that came back just then has been counted anew, with what was held before this change.
      for (const { before, after } of changes) count(before, after);
      const posts = changes.map(({ after }) => {
        // A post that was under way meanwhile may have got another place.
        const sequence = held.get(after.id)?.sequence ?? after.sequence;
        return sequence === after.sequence ? after : { ...after, sequence };
      });
      // Of what is held in memory, the disk does not have the text either.
      const whole = posts.some(({ id }) => held.has(id)) ? 'person' : origin;
      const saved = trouble === null ? store.save(posts, whole) : fail(trouble);
      for (const post of posts) {
        if (saved.ok) held.delete(post.id);
        else held.set(post.id, post);
      }
      return saved;
    },
    setPaused(next) {
      paused = next;
      pauseHeld = trouble !== null || !store.savePaused(next).ok;
    },
    look,
    flush,
    reload,
  };
}

const bySequence = (a: JournalPost, b: JournalPost): number => a.sequence - b.sequence;

const troubleOf = (medium: ReturnType<JournalStore['medium']>): StorageFailure | null =>
  typeof medium === 'string' ? null : medium;

const valueOr = <T>(result: Stored<T>, otherwise: T): T => (result.ok ? result.value : otherwise);
