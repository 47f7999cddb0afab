import type { Failure, Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import type { ActivityOptions } from '#runtime/service-loop.ts';
import { backoffMs } from '#runtime/backoff.ts';
import { retryRound, type NextRound } from '#runtime/poller.ts';
import type { BufferedPostStore, PostChange } from './buffered-post-store.ts';
import type { PostsService, Receipt } from './ports.ts';
import {
  postAfterFailure,
  postAfterInterruption,
  postAfterReceipt,
  postAfterSendStart,
  isBadAnswer,
  isInState,
  isRefusal,
  type PostInState,
} from './rules.ts';

interface PublisherOptions extends ActivityOptions {
  readonly posts: BufferedPostStore;
  readonly isPaused: () => boolean;
  readonly service: PostsService;
  readonly authorId: () => number;
  /** The latest time that this run or the last one has read, in milliseconds since the Unix epoch. */
  readonly latest: number;
}

/** The time between two attempts to write to the disk, in milliseconds. */
export const diskRetryMs = 60_000;

/**
 * How long the request for a deletion is held back, in milliseconds: longer than the message with Undo is shown. Until
 * the request is sent, Undo restores the post unchanged. After that, Undo can only create the post again.
 */
export const deletionDelayMs = 12_000;

/** Sends the posts of the outbox. */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #newTurn: () => number;
  #failedRounds = noFailedRounds;
  /** Whether the outbox could not be read in this round. */
  #isUnread = false;
  #isFirst = true;
  /** The post that is being sent or was sent last, with the edits since the request. */
  #current: PostInState<'sending'> | null = null;
  /**
   * For each deletion that is held back, by the id of the post: the end of the delay on the monotonic clock. This map
   * is only in memory, but the deletions are in the database and are sent after the next start.
   */
  readonly #holds = new Map<string, number>();

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#newTurn = () => options.posts.newTurn();
  }

  /** Holds the deletion of a post back for `deletionDelayMs`. Call it before the post is deleted. */
  holdDeletion(id: string): void {
    this.#holds.set(id, this.#options.clock.monotonic() + deletionDelayMs);
  }

  releaseDeletions(): void {
    this.#holds.clear();
  }

  /** Forgets the failures and the remaining wait of the service, because another address is used from now on. */
  forgetFailures(): void {
    this.#failedRounds = noFailedRounds;
    this.#isFirst = false;
  }

  /** Call this for every edited post, because the edited post may be the one that is being sent. */
  edited(post: JournalPost): void {
    const isDeleted =
      isInState(post, 'deleting') || (isInState(post, 'sending') && post.state.remove);
    if (!isDeleted) this.#holds.delete(post.id);
    if (this.#current?.id === post.id && isInState(post, 'sending')) this.#current = post;
  }

  /** Sends the posts of the outbox, one at a time, until none waits or the service fails. */
  async round(signal: AbortSignal): Promise<NextRound> {
    const { clock, random, state, posts } = this.#options;
    this.#requeueInterrupted();
    const holdRound = this.#remainingHold();
    if (holdRound !== null) return holdRound;
    for (this.#current = this.#advance(null); this.#current !== null;) {
      const sentPost = { ...this.#current, operation: this.#current.state.operation };
      const receipt = await this.#request(this.#current, signal);
      const post = this.#current;
      const now = clock.now();
      if (receipt.ok) {
        this.#failedRounds = noFailedRounds;
        state.noteOutcome('posts', now, null);
        const publishedPost = postAfterReceipt(post, sentPost, receipt.value, now, this.#newTurn);
        this.#current = this.#advance({ before: post, after: publishedPost });
        continue;
      }
      const { failure } = receipt;
      const failedPost = postAfterFailure(post, sentPost, failure, now, this.#newTurn);
      const answeredChange = { before: post, after: failedPost };
      if (failure.kind !== 'cancelled') state.noteOutcome('posts', now, failure);
      if (isRefusal(failure)) {
        // The service works, so the next post can be sent.
        this.#failedRounds = noFailedRounds;
        this.#current = this.#advance(answeredChange);
        continue;
      }
      posts.put([answeredChange], 'outbox');
      if (failure.kind === 'cancelled') break;
      this.#failedRounds = failedRoundsAfter(this.#failedRounds, failure);
      return retryRound(failure, now, waitBeforeRequestMs(this.#failedRounds, random()));
    }
    return this.#idleRound();
  }

  /** The ids of the posts whose deletion is held back. Removes those whose delay is over from `#holds`. */
  #heldIds(): string[] {
    const now = this.#options.clock.monotonic();
    for (const [id, until] of this.#holds) if (until <= now) this.#holds.delete(id);
    return [...this.#holds.keys()];
  }

  /** Queues a post again if a defect or the end of the app interrupted the round that was sending the post. */
  #requeueInterrupted(): void {
    const { clock, posts } = this.#options;
    const interruptedPosts = posts.sending();
    this.#isUnread = !interruptedPosts.ok;
    if (!interruptedPosts.ok || interruptedPosts.value.length === 0) return;
    const now = clock.now();
    const requeue = (post: PostInState<'sending'>): PostChange => ({
      before: post,
      after: postAfterInterruption(post, now, this.#newTurn),
    });
    posts.put(interruptedPosts.value.map(requeue), 'outbox');
  }

  #request(post: PostInState<'sending'>, signal: AbortSignal): Promise<Result<Receipt>> {
    const { service, authorId } = this.#options;
    const { slot, title, body } = post;
    const userId = authorId();
    switch (post.state.operation) {
      case 'create':
        return service.create({ title, body, userId }, signal);
      case 'replace':
        return service.replace({ id: slot, title, body, userId }, signal);
      case 'delete':
        return service.delete(slot, signal);
    }
  }

  /**
   * Saves the result of the last request and the next post to send in one transaction. A post is sent even when the
   * disk refuses it: the service may then have the only copy. Returns the next post to send; null if there is none or
   * publishing is paused.
   */
  #advance(answered: PostChange | null): PostInState<'sending'> | null {
    const { posts, isPaused } = this.#options;
    const waitingPost = isPaused() ? null : this.#firstOf(answered?.after ?? null);
    const sendingPost = waitingPost === null ? null : postAfterSendStart(waitingPost);
    const changes: PostChange[] = [];
    // If the answered post is also the next post to send, the answer and the new attempt are saved as one change.
    const isSentAgain = answered !== null && answered.after.id === sendingPost?.id;
    if (answered !== null && !isSentAgain) changes.push(answered);
    if (sendingPost !== null)
      changes.push({ before: isSentAgain ? answered.before : waitingPost, after: sendingPost });
    if (changes.length > 0) posts.put(changes, 'outbox');
    return sendingPost;
  }

  /**
   * The first post of the outbox, without the deletions that are held back. `answered`: a post whose new state is not
   * saved yet, or null.
   */
  #firstOf(answered: JournalPost | null): PostInState<'waiting' | 'deleting'> | null {
    const heldIds = this.#heldIds();
    const nextResult = this.#options.posts.next(
      answered === null ? heldIds : [...heldIds, answered.id],
    );
    this.#isUnread ||= !nextResult.ok;
    const storedPost = nextResult.ok ? nextResult.value : null;
    if (
      answered === null ||
      heldIds.includes(answered.id) ||
      !isInState(answered, 'waiting', 'deleting')
    )
      return storedPost;
    return storedPost !== null && storedPost.state.turn < answered.state.turn
      ? storedPost
      : answered;
  }

  /**
   * In the first round of a run: the plan to wait for the rest of the time that the service had asked for; null if no
   * time is left. If the clock was set back, the rest is measured from the latest time that was read before; otherwise
   * the wait would become longer.
   */
  #remainingHold(): NextRound | null {
    const { clock, posts, latest } = this.#options;
    if (!this.#isFirst) return null;
    this.#isFirst = false;
    const nextResult = posts.next();
    const failure = nextResult.ok ? (nextResult.value?.state.lastFailure ?? null) : null;
    if (failure === null) return null;
    const round = retryRound(failure, Math.max(clock.now(), latest), 0);
    return (round.holdMs ?? 0) > 0 ? round : null;
  }

  #idleRound(): NextRound {
    const { clock, posts, isPaused } = this.#options;
    if (!posts.durable) return { delayMs: null, reason: 'posts-unsaved' };
    // Without another round, unread posts would wait until the next start.
    if (this.#isUnread) return { delayMs: diskRetryMs, reason: 'posts-unsaved' };
    if (isPaused()) return { delayMs: null, reason: 'posts-held' };
    if (this.#heldIds().length === 0) return { delayMs: null, reason: 'posts-none' };
    const firstEnd = Math.min(...this.#holds.values());
    return { delayMs: firstEnd - clock.monotonic(), reason: 'posts-undo' };
  }
}

/**
 * The failed rounds in a row, which determine the wait of the outbox while the service fails.
 *
 *   closed ── many bad answers ───▶ open ── its time is over, or the user asks ───▶ one request
 *      ▲                             ▲                                              │      │
 *      │                             └──────────────── it failed ───────────────────┘      │
 *      └──────────────────────────────────────── it was answered ──────────────────────────┘
 *
 * Requests are sent one at a time and the loop ends at the first failure, so "half open" needs no state.
 */
interface FailedRounds {
  readonly failures: number;
  /** The number of the last failures in a row that were a 5xx or an unreadable answer. */
  readonly serverErrors: number;
}

export const noFailedRounds: FailedRounds = { failures: 0, serverErrors: 0 };

export const failedRoundsAfter = (
  { failures, serverErrors }: FailedRounds,
  failure: Failure,
): FailedRounds => ({
  failures: failures + 1,
  serverErrors: isBadAnswer(failure) ? serverErrors + 1 : 0,
});

/** The number of bad answers in a row that opens the circuit. */
const badAnswersToOpen = 8;
const closedCircuitBackoff = { baseMs: 5_000, capMs: 60_000 };
const openCircuitBackoff = { baseMs: 5 * 60_000, capMs: 30 * 60_000 };

/** Milliseconds until the next request. `random` is in [0, 1). */
export const waitBeforeRequestMs = (
  { failures, serverErrors }: FailedRounds,
  random: number,
): number =>
  serverErrors < badAnswersToOpen
    ? backoffMs(failures, closedCircuitBackoff, random)
    : backoffMs(serverErrors - badAnswersToOpen + 1, openCircuitBackoff, random);
