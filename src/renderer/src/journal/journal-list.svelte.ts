import type { Bridge } from '#shared/contract.ts';
import { foldText } from '#shared/fold-text.ts';
import type { PageQuery, PostSummary } from '#shared/journal/journal.ts';
import { frequentTags } from '#shared/journal/markdown.ts';
import { tagPattern, tagsInSearch } from '#shared/journal/tags.ts';
import type { ViewChoices } from '#shared/view-choices.ts';
import { settleCommand, type CommandFailure } from '../ui/command-failure.ts';
import { isDeletedOrDeleting } from './post-state.ts';

const pageStep = 100;
const maxPageSize = 200;
/** The row below the search shows at most this many tags of the listed posts. */
const maxTags = 8;

/** The listed posts: as many pages of the journal as were requested. */
export class JournalList {
  /** The posts of the pages that were read; null until the first page is read. */
  #listedPosts = $state.raw<readonly PostSummary[] | null>(null);
  /**
   * The listed posts, newest first; null until the first page is read. Posts that are deleted or wait to be deleted are
   * listed only on request.
   */
  readonly posts = $derived.by(() => {
    const posts = this.#listedPosts;
    return this.kind === null && posts !== null
      ? posts.filter((post) => !isDeletedOrDeleting(post))
      : posts;
  });
  /** The tags in the beginnings of the listed posts, the most frequent first. */
  readonly tags = $derived(frequentTags(this.posts ?? [], maxTags));
  hasMore = $state(false);
  failure = $state.raw<CommandFailure | null>(null);
  words = $state('');
  /** The search whose result is `posts`. */
  searchWords = $state('');
  kind = $state<PageQuery['state']>(null);
  /** Whether the view shows this list, or the seen passes in its place. */
  layout = $state<'posts' | 'passes'>('posts');
  /** The year of the seen passes that the user chose; null: none is chosen. */
  year = $state<number | null>(null);
  /** The kind that was selected for the search that returned `posts`. */
  #searchedKind = $state<PageQuery['state']>(null);
  /** Whether `posts` were found with the current `words` and `kind`. False while the next search is running. */
  readonly isCurrent = $derived(
    this.words === this.searchWords && this.kind === this.#searchedKind,
  );
  readonly #bridge: Bridge;
  #change = -1;
  #wantedCount = pageStep;
  /** Where the next page begins. */
  #nextPlace: PageQuery['before'] = null;
  #isRunning = false;
  #mustReadAgain = false;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get choices(): NonNullable<ViewChoices['journal']> {
    const { words, kind, layout, year } = this;
    return { words, kind, layout, year };
  }

  set choices(choices: NonNullable<ViewChoices['journal']>) {
    Object.assign(this, choices);
  }

  /** Reads the list again if the journal has changed since the last reading. `change`: the counter in AppState. */
  follow(change: number): void {
    // After a failure, read the list again when the view is opened again.
    if (change === this.#change && this.failure === null) return;
    this.#change = change;
    void this.refresh();
  }

  /** Reads the listed pages again. Changes during a read cause one more read. */
  refresh(): Promise<void> {
    return this.#run([], null);
  }

  /** Reads from the beginning, for another search or kind. */
  restart(): Promise<void> {
    this.#wantedCount = pageStep;
    return this.refresh();
  }

  /** Whether the search contains this tag. */
  hasTag(tag: string): boolean {
    return tagsInSearch(this.words).map(foldText).includes(foldText(tag));
  }

  /** Adds the tag to the search, or removes it. */
  toggleTag(tag: string): Promise<void> {
    const wordsWithoutTag = this.words.replaceAll(tagPattern(), (other) =>
      foldText(other) === foldText(tag) ? '' : other,
    );
    const words = this.hasTag(tag) ? wordsWithoutTag : `${this.words} ${tag}`;
    this.words = words.replaceAll(/\s+/g, ' ').trim();
    return this.restart();
  }

  showAll(): Promise<void> {
    this.words = '';
    this.kind = null;
    return this.restart();
  }

  /** Reads the next page only. */
  more(): Promise<void> {
    this.#wantedCount += pageStep;
    return this.#run(this.#listedPosts ?? [], this.#nextPlace);
  }

  async #run(before: readonly PostSummary[], from: PageQuery['before']): Promise<void> {
    if (this.#isRunning) {
      this.#mustReadAgain = true;
      return;
    }
    this.#isRunning = true;
    await this.#read(before, from);
    while (this.#isStale()) {
      this.#mustReadAgain = false;
      await this.#read([], null);
    }
    this.#isRunning = false;
  }

  #isStale(): boolean {
    return this.#mustReadAgain;
  }

  async #read(listed: readonly PostSummary[], from: PageQuery['before']): Promise<void> {
    const { words, kind: state } = this;
    const posts = [...listed];
    let nextPlace = from;
    do {
      const limit = Math.min(maxPageSize, this.#wantedCount - posts.length);
      const query: PageQuery = { before: nextPlace, limit, words, state };
      const page = await settleCommand(() => this.#bridge.journal.page(query));
      if (!page.ok) {
        this.failure = page.failure;
        return;
      }
      posts.push(...page.value.posts);
      nextPlace = page.value.next;
    } while (nextPlace !== null && posts.length < this.#wantedCount);
    this.failure = null;
    this.#listedPosts = posts;
    this.searchWords = words;
    this.#searchedKind = state;
    this.#nextPlace = nextPlace;
    this.hasMore = nextPlace !== null;
  }
}
