import type { JournalPost } from '#shared/journal/journal.ts';
import type { ReceivedRequest } from './service.ts';

/**
 * The expected state of one post, as an observer outside the app sees it: the saves that were confirmed to the user,
 * and the requests that the service received.
 */
export interface ExpectedPost {
  readonly id: string;
  /** Titles that the user gave to the post, in order. No title is used twice. */
  readonly titles: string[];
  /** Index of the last confirmed title; −1: none. */
  saved: number;
  /** Index of the title that the running app shows. */
  newest: number;
  slot: number | null;
  /**
   * Whether texts of this post that were not on the disk yet have been lost. The service may have received such a text,
   * although the app never confirmed that it was saved.
   */
  forgotten: boolean;
}

/** The expected posts, and how often the service may receive and has received each text and each delete. */
export class Expectations {
  readonly faults: string[] = [];
  readonly #posts = new Map<number, ExpectedPost>();
  readonly #published = new Set<string>();
  readonly #allowed = new Map<string, number>();
  readonly #seen = new Map<string, number>();

  get posts(): ExpectedPost[] {
    return [...this.#posts.values()];
  }

  known(index: number): ExpectedPost {
    const there = this.#posts.get(index);
    if (there !== undefined) return there;
    const id = `00000000-0000-4000-8000-00000000000${index}`;
    const post: ExpectedPost = {
      id,
      titles: [],
      saved: -1,
      newest: -1,
      slot: null,
      forgotten: false,
    };
    this.#posts.set(index, post);
    return post;
  }

  fault(fault: string): void {
    this.faults.push(fault);
  }

  /** Records a new text of the user. Returns its title, which no other text has. */
  write(post: ExpectedPost, publish: boolean): string {
    const title = `${post.id.at(-1) ?? ''}.${post.titles.length}`;
    post.newest = post.titles.push(title) - 1;
    if (publish) this.publish(post);
    return title;
  }

  /** Allows the service to receive this text once more. Call this when the user publishes the text. */
  publish(post: ExpectedPost): void {
    const title = post.titles[post.newest];
    if (title === undefined) return;
    this.#published.add(title);
    this.#allow(title);
  }

  /** Allows the service to receive the delete once more. Call this when the user deletes the post. */
  remove(post: ExpectedPost): void {
    this.#allow(deletionKeyOf(post.slot));
  }

  /** Allows the service to receive the request once more. Call this when it is unknown whether the request arrived. */
  doubt(request: ReceivedRequest): void {
    this.#allow(keyOf(request));
  }

  /** Records that texts in memory are lost. Call this when the app exits while every write to the disk fails. */
  forgetAll(): void {
    for (const post of this.posts) post.forgotten = true;
    this.doubtAll();
  }

  /** Allows the service to receive everything once more. Call this when answers are lost. */
  doubtAll(): void {
    for (const post of this.posts) {
      for (const title of post.titles) if (this.#published.has(title)) this.#allow(title);
      this.#allow(deletionKeyOf(post.slot));
    }
  }

  taken(request: ReceivedRequest): void {
    const key = keyOf(request);
    const count = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, count);
    if (request.title !== null && !this.#published.has(request.title)) {
      this.fault(`a draft was sent: ${request.title}`);
    }
    if (count > (this.#allowed.get(key) ?? 0)) this.fault(`sent again without a reason: ${key}`);
  }

  /** Compares the app's post with the saves that were confirmed to the user. */
  compare(post: ExpectedPost, current: JournalPost | null): void {
    const { titles, newest } = post;
    if (newest === -1) return;
    if (current === null) this.fault(`lost: ${post.id}`);
    else if (current.title !== titles[newest]) {
      this.fault(`has "${current.title}" where "${String(titles[newest])}" was written`);
    }
  }

  /** Compares the post after the app's exit: it must have its confirmed text or a newer one. */
  recover(post: ExpectedPost, current: JournalPost | null): void {
    const at = current === null ? -1 : post.titles.indexOf(current.title);
    if (at < post.saved) this.fault(`was saved and is lost: "${String(post.titles[post.saved])}"`);
    if (current !== null && at === -1) this.fault(`a text that nobody wrote: "${current.title}"`);
    post.newest = at;
    post.saved = at;
    if (current !== null) post.slot = current.slot;
  }

  #allow(key: string): void {
    this.#allowed.set(key, (this.#allowed.get(key) ?? 0) + 1);
  }
}

const deletionKeyOf = (slot: number | null): string => `delete ${String(slot)}`;
const keyOf = ({ title, slot }: ReceivedRequest): string => title ?? deletionKeyOf(slot);
