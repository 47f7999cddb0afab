import type { Bridge } from '#shared/contract.ts';
import type { JournalPost, PostText } from '#shared/journal/journal.ts';
import type { Result } from '#shared/failure.ts';
import { jsonBytes, remainingCharacters } from '#shared/journal/post-text.ts';
import { settleCommand, type CommandFailure } from '../ui/command-failure.ts';
import {
  type AttachedSubject,
  splitAttachedSubject,
  joinAttachedSubject,
} from '#shared/journal/attached-subject.ts';
import { LongText } from './long-text.svelte.ts';

/** How long the user must pause before the text is saved, in milliseconds. */
const saveDelayMs = 600;

type Writing = Parameters<Bridge['journal']['write']>[0];
/** A published post that the journal has saved or holds in memory. */
export interface PublishedPost {
  readonly id: string;
  readonly title: string;
  readonly failure: CommandFailure | null;
}
interface QueuedWriting {
  writing: Writing;
  readonly written: Promise<Result<JournalPost, CommandFailure>>;
}

/**
 * The text being written, and where it is saved. It outlives a change of view.
 *
 *   untouched ── typed ──▶ typing ── a pause, or leaving ──▶ saving ──▶ saved
 *                            ▲                               │ │ ▲
 *                            └──────────── typed ────────────┘ ▼ │ leaving, again
 *                                                            failed (the text is still here)
 */
export class Editor {
  isOpen = $state(false);
  title = $state('');
  readonly text = new LongText();
  /** The subject of the post. */
  attached = $state.raw<AttachedSubject | null>(null);
  phase = $state<'untouched' | 'typing' | 'saving' | 'saved' | 'failed'>('untouched');
  failure = $state.raw<CommandFailure | null>(null);
  /** True while the text is being published. */
  publishing = $state(false);
  /** True if the form was last opened for a new post, even after its draft is saved. */
  isNew = $state(true);
  /** The post in the journal; null for a new post. */
  post = $state.raw<JournalPost | null>(null);
  /** How many photos are being added. Until then, the post in the form may have a photo soon, and is not empty. */
  addingPhotos = $state(0);
  /** True from the opening of the form until it takes the focus. */
  wantsFocus = $state(false);
  /** True if the journal has replaced lone surrogates (halves of characters). */
  repaired = $state(false);
  readonly #prefix = $derived(joinAttachedSubject(this.attached, ''));
  /** See `remainingCharacters`. */
  readonly room = $derived(
    remainingCharacters(
      this.title.length + this.text.length + this.#prefix.length,
      jsonBytes(this.title) + this.text.bytes + jsonBytes(this.#prefix),
    ),
  );
  /**
   * The draft that the journal has just deleted because the user removed its text. The view reports this and then sets it
   * to null.
   */
  emptiedDraft = $state.raw<Pick<JournalPost, 'id' | 'title'> | null>(null);
  /** The unsaved text of the form when its post was deleted. */
  #unsavedText: (PostText & { readonly id: string }) | null = null;
  readonly #bridge: Bridge;
  #id: string = crypto.randomUUID();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** Resolves to whether the journal has the newest text. */
  #outcome: Promise<boolean> = Promise.resolve(true);
  /** The draft that waits for the running write. A later draft replaces it. */
  #queuedWriting: QueuedWriting | null = null;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get body(): string {
    return this.#prefix + this.text.whole;
  }

  get isEmpty(): boolean {
    return (
      this.post === null &&
      this.addingPhotos === 0 &&
      this.title === '' &&
      this.text.isEmpty &&
      this.attached === null
    );
  }

  get id(): string {
    return this.#id;
  }

  /** Takes the version of the post in the form whose photo has changed; ignores another post. */
  setPost(post: JournalPost): void {
    if (post.id !== this.#id) return;
    this.post = post;
    // The journal has created the post without the text with which the form was opened.
    const hasNewText = `${post.title}${post.body}` === '' && `${this.title}${this.body}` !== '';
    if (this.phase === 'untouched' && hasNewText) this.typed();
  }

  /** Call this after every change of a field. */
  typed(): void {
    this.phase = 'typing';
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), saveDelayMs);
  }

  /**
   * Saves the form as a draft if it has changed, and repeats a save that failed before. Resolves true when the journal
   * has the draft.
   */
  async save(): Promise<boolean> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.publishing || this.phase === 'saving') return this.#outcome;
    if (this.isEmpty || this.#isKept) return true;
    this.phase = 'saving';
    return this.#write(false);
  }

  /**
   * Sends the unsaved text to the journal without waiting for a running write: the page may end at any moment. Sending
   * a text that the journal already has changes nothing.
   */
  handOver(): void {
    if (this.isEmpty || (this.#isKept && !this.publishing)) return;
    const { id, publishing: publish, title, body } = this;
    void settleCommand(() => this.#bridge.journal.write({ id, publish, title, body }));
  }

  /**
   * Publishes the text. Resolves to the post once the journal has it; the form is then empty and closed. If this post
   * has a `failure`, the journal holds it only in memory. Resolves to null if the journal did not accept the post.
   */
  async publish(): Promise<PublishedPost | null> {
    if (this.publishing) return null;
    this.publishing = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const isAccepted = await this.#write(true);
    this.publishing = false;
    if (!isAccepted) return null;
    const publishedPost = { id: this.#id, title: this.title, failure: this.failure };
    this.#empty();
    this.isOpen = false;
    return publishedPost;
  }

  /** Saves the current text, then puts a post of the journal into the form. Resolves false if either fails. */
  async open(id: string): Promise<boolean> {
    if (!(await this.#secure())) return false;
    const answer = await settleCommand(() => this.#bridge.journal.get(id));
    if (!answer.ok) {
      this.failure = answer.failure;
      return false;
    }
    this.#show(answer.value);
    this.isNew = false;
    this.#focus();
    const unsavedText = this.#unsavedText;
    if (unsavedText?.id === id) {
      this.#unsavedText = null;
      this.#fill(unsavedText);
      this.typed();
    }
    return true;
  }

  /** Saves the text, then empties and closes the form. Resolves false if saving fails, or during publishing. */
  async close(): Promise<boolean> {
    if (this.publishing || !(await this.#secure())) return false;
    this.#empty();
    this.isOpen = false;
    return true;
  }

  /** Starts a new post with this text, after saving the current one. The new post is not saved until it is changed. */
  async start(text: PostText): Promise<void> {
    if (!(await this.#secure())) return;
    this.#empty();
    this.isNew = true;
    this.#fill(text);
    this.#focus();
  }

  /** Sets the subject of the post in the form. Fills only empty fields. */
  attach({ title, body }: PostText): void {
    const { attached, text } = splitAttachedSubject(body);
    this.attached = attached;
    if (this.title.trim() === '') this.title = title;
    if (this.text.whole.trim() === '') this.text.whole = text;
    this.typed();
    this.#focus();
  }

  /** Discards the changes since the service accepted the post. */
  async revert(): Promise<Result<unknown, CommandFailure>> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const isKept = this.#isKept;
    this.phase = 'untouched';
    await this.#lastWrite;
    const result = await settleCommand(() => this.#bridge.journal.revert(this.#id));
    if (result.ok) this.#show(result.value);
    // Reverting failed: save the current text.
    else if (!isKept) this.typed();
    return result;
  }

  /** Empties and closes the form if this post is deleted. Unsaved text reappears when the post is opened again. */
  drop(id: string): void {
    if (id !== this.#id) return;
    const { title, body } = this;
    if (!this.#isKept && !this.isEmpty) this.#unsavedText = { id, title, body };
    this.#empty();
    this.isOpen = false;
  }

  get #isKept(): boolean {
    return this.phase === 'untouched' || this.phase === 'saved';
  }

  /** Saves until the journal has the whole text, including text typed meanwhile. Resolves false if saving failed. */
  async #secure(): Promise<boolean> {
    do if (!(await this.save())) return false;
    while (this.phase === 'typing' && !this.isEmpty);
    return true;
  }

  #write(publish: boolean): Promise<boolean> {
    return (this.#outcome = this.#put(publish));
  }

  /**
   * Resolves true if the journal has the text. After the failure `storage`, it has the text in memory, and writes it
   * once the disk accepts it.
   */
  async #put(publish: boolean): Promise<boolean> {
    const [id, title, body] = [this.#id, this.title, this.body];
    const result = await this.#send({ id, publish, title, body });
    const isTaken = result.ok || result.failure.kind === 'storage';
    // The form may contain another post by now.
    if (id !== this.#id) return isTaken;
    this.failure = result.ok ? null : result.failure;
    if (result.ok && result.value.state.kind === 'deleted') {
      this.emptiedDraft = { id, title: result.value.title };
      // The next text becomes a new post.
      if (this.title === title && this.body === body) this.#empty();
      return true;
    }
    if (result.ok) {
      this.post = result.value;
      this.repaired = result.value.title !== title || result.value.body !== body;
    }
    if (this.title === title && this.body === body) this.phase = isTaken ? 'saved' : 'failed';
    return isTaken;
  }

  /** Runs one write at a time. On a slow disk, at most one draft waits. */
  #send(writing: Writing): Promise<Result<JournalPost, CommandFailure>> {
    const waitingWrite = this.#queuedWriting;
    if (!writing.publish && waitingWrite?.writing.id === writing.id) {
      waitingWrite.writing = writing;
      return waitingWrite.written;
    }
    const result = this.#lastWrite.then(() => {
      if (this.#queuedWriting === queuedWriting) this.#queuedWriting = null;
      return settleCommand(() => this.#bridge.journal.write(queuedWriting.writing));
    });
    const queuedWriting: QueuedWriting = { writing, written: result };
    this.#queuedWriting = writing.publish ? null : queuedWriting;
    this.#lastWrite = result;
    return result;
  }

  #show(post: JournalPost): void {
    this.#empty();
    this.#id = post.id;
    this.post = post;
    this.#fill(post);
  }

  #fill({ title, body }: PostText): void {
    const { attached, text } = splitAttachedSubject(body);
    this.title = title;
    this.attached = attached;
    this.text.whole = text;
  }

  #focus(): void {
    this.isOpen = true;
    this.wantsFocus = true;
  }

  #empty(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#id = crypto.randomUUID();
    this.post = null;
    this.#fill({ title: '', body: '' });
    this.phase = 'untouched';
    this.failure = null;
    this.wantsFocus = false;
    this.repaired = false;
  }
}
