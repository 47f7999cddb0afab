import type { Bridge } from '#shared/contract.ts';
import type { PageQuery, PostSummary } from '#shared/journal/journal.ts';
import { settle, type Trouble } from '../status/trouble.ts';

const step = 100;
const mostAtOnce = 200;

/**
 * The posts that are listed: as many pages of the journal as were asked for. A post that is deleted here stays in its
 * place, marked, until the person leaves the list: otherwise the next one would move under the pointer, and the second
 * click of a double click would delete it too.
 */
export class JournalList {
  /** What the journal lists. */
  #listed = $state.raw<readonly PostSummary[] | null>(null);
  /** What was deleted here. */
  #deleted = $state.raw<readonly PostSummary[]>([]);
  /** Newest first; null until the first page has come. */
  readonly posts = $derived(this.#listed && withDeleted(this.#listed, this.#deleted));
  hasMore = $state(false);
  failure = $state.raw<Trouble | null>(null);
  words = $state('');
  kind = $state<PageQuery['state']>(null);
  readonly #bridge: Bridge;
  #change = -1;
  #wanted = step;
  #running = false;
  #again = false;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Reads again when the journal has changed since; `change` as AppState counts it. */
  follow(change: number): void {
    if (change === this.#change) return;
    this.#change = change;
    void this.refresh();
  }

  /** Reads again what is listed. Changes that come meanwhile are read once, when this is over. */
  async refresh(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    do {
      this.#again = false;
      await this.#read();
    } while (this.#isStale());
    this.#running = false;
  }

  /** This post is about to be deleted: it keeps its place. */
  keep(post: PostSummary): void {
    const state = { kind: 'deleted', at: Date.now(), status: null } as const;
    this.release(post.id);
    this.#deleted = [...this.#deleted, { ...post, state }];
  }

  /** This post is not deleted after all. */
  release(id: string): void {
    this.#deleted = this.#deleted.filter((post) => post.id !== id);
  }

  /** The pointer and the focus are elsewhere: deleted posts may go. */
  leave(): void {
    this.#deleted = [];
  }

  /** A search or another kind begins at the top. */
  restart(): Promise<void> {
    this.leave();
    this.#wanted = step;
    return this.refresh();
  }

  showAll(): Promise<void> {
    this.words = '';
    this.kind = null;
    return this.restart();
  }

  more(): Promise<void> {
    this.#wanted += step;
    return this.refresh();
  }

  #isStale(): boolean {
    return this.#again;
  }

  async #read(): Promise<void> {
    const { words, kind: state } = this;
    const posts: PostSummary[] = [];
    let before: PageQuery['before'] = null;
    do {
      const limit = Math.min(mostAtOnce, this.#wanted - posts.length);
      const query: PageQuery = { before, limit, words, state };
      const page = await settle(() => this.#bridge.journal.page(query));
      if (!page.ok) {
        this.failure = page.failure;
        return;
      }
      posts.push(...page.value.posts);
      before = page.value.next;
    } while (before !== null && posts.length < this.#wanted);
    this.failure = null;
    this.#listed = posts;
    this.hasMore = before !== null;
  }
}

function withDeleted(
  listed: readonly PostSummary[],
  deleted: readonly PostSummary[],
): readonly PostSummary[] {
  const missing = deleted.filter(({ id }) => !listed.some((post) => post.id === id));
  if (missing.length === 0) return listed;
  return [...listed, ...missing].sort((a, b) => b.sequence - a.sequence);
}
