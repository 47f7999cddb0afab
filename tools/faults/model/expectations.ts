import type { JournalPost } from '#shared/journal/journal.ts';
import type { Asked } from './service.ts';

/** What is known of one post from outside: what the person was told, and what the service saw. */
export interface Known {
  readonly id: string;
  /** Titles that the person gave it, in order. No title is ever given twice. */
  readonly titles: string[];
  /** Index of the title that was last said to be saved; -1: none. */
  saved: number;
  /** Index of the newest title that the running app has. */
  newest: number;
  slot: number | null;
  /** A newer text than the one on the disk may have gone out, and was lost: it was never said to be saved. */
  forgotten: boolean;
}

/** Counts for each text how often the service may have seen it, and how often it did. */
export class Expectations {
  readonly faults: string[] = [];
  readonly #posts = new Map<number, Known>();
  readonly #published = new Set<string>();
  readonly #allowed = new Map<string, number>();
  readonly #seen = new Map<string, number>();

  get posts(): Known[] {
    return [...this.#posts.values()];
  }

  known(index: number): Known {
    const there = this.#posts.get(index);
    if (there !== undefined) return there;
    const id = `00000000-0000-4000-8000-00000000000${index}`;
    const made: Known = { id, titles: [], saved: -1, newest: -1, slot: null, forgotten: false };
    this.#posts.set(index, made);
    return made;
  }

  fault(fault: string): void {
    this.faults.push(fault);
  }

  /** The person writes a new text; gives its title, which no other text has. */
  write(post: Known, publish: boolean): string {
    const title = `${post.id.at(-1) ?? ''}.${post.titles.length}`;
    post.newest = post.titles.push(title) - 1;
    if (publish) this.publish(post);
    return title;
  }

  /** The person wants this text published: it may be seen once more. */
  publish(post: Known): void {
    const title = post.titles[post.newest];
    if (title === undefined) return;
    this.#published.add(title);
    this.#allow(title);
  }

  /** The person wants it deleted, which the service may see once more. */
  remove(post: Known): void {
    this.#allow(deletionOf(post.slot));
  }

  /** Nobody knows what became of the request: it may be seen once more. */
  doubt(asked: Asked): void {
    this.#allow(keyOf(asked));
  }

  /** The app ends while the disk takes nothing. */
  forgetAll(): void {
    for (const post of this.posts) post.forgotten = true;
    this.doubtAll();
  }

  /** Everything may be asked once more: what was known of the answers is lost. */
  doubtAll(): void {
    for (const post of this.posts) {
      for (const title of post.titles) if (this.#published.has(title)) this.#allow(title);
      this.#allow(deletionOf(post.slot));
    }
  }

  taken(asked: Asked): void {
    const key = keyOf(asked);
    const seen = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, seen);
    if (asked.title !== null && !this.#published.has(asked.title)) {
      this.fault(`a draft was sent: ${asked.title}`);
    }
    if (seen > (this.#allowed.get(key) ?? 0)) this.fault(`sent again without a reason: ${key}`);
  }

  /** Holds what the app has now against what the person was told. */
  compare(post: Known, found: JournalPost | null): void {
    const { titles, newest } = post;
    if (newest === -1) return;
    if (found === null) this.fault(`lost: ${post.id}`);
    else if (found.title !== titles[newest]) {
      this.fault(`has "${found.title}" where "${String(titles[newest])}" was written`);
    }
  }

  /** After the end of the app: what was said to be saved is there, or something newer. */
  recover(post: Known, found: JournalPost | null): void {
    const at = found === null ? -1 : post.titles.indexOf(found.title);
    if (at < post.saved) this.fault(`was saved and is lost: "${String(post.titles[post.saved])}"`);
    if (found !== null && at === -1) this.fault(`a text that nobody wrote: "${found.title}"`);
    post.newest = at;
    post.saved = at;
    if (found !== null) post.slot = found.slot;
  }

  #allow(key: string): void {
    this.#allowed.set(key, (this.#allowed.get(key) ?? 0) + 1);
  }
}

const deletionOf = (slot: number | null): string => `delete ${String(slot)}`;
const keyOf = ({ title, slot }: Asked): string => title ?? deletionOf(slot);
