import type { Bridge } from '#shared/contract.ts';
import type { PageQuery, PostSummary } from '#shared/journal/journal.ts';
import { settle, type Trouble } from '../status/trouble.ts';

const step = 100;
const mostAtOnce = 200;

/** The posts that are listed: as many pages of the journal as were asked for. */
export class JournalList {
  /** Newest first; null until the first page has come. */
  posts = $state.raw<readonly PostSummary[] | null>(null);
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

  /** A search or another kind begins at the top. */
  restart(): Promise<void> {
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
    this.posts = posts;
    this.hasMore = before !== null;
  }
}
