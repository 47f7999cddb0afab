import type { Failure, Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import type { Surroundings } from '#runtime/service-loop.ts';
import { backoffMs } from '#runtime/backoff.ts';
import { retryRound, type NextRound } from '#runtime/poller.ts';
import type { BufferedPostStore, Change } from './buffered-post-store.ts';
import type { PostsService, Receipt } from './ports.ts';
import {
  afterFailure,
  afterInterruption,
  afterReceipt,
  begun,
  isBadAnswer,
  isIn,
  isRefusal,
  type PostIn,
} from './rules.ts';

interface PublisherOptions extends Surroundings {
  readonly posts: BufferedPostStore;
  readonly isPaused: () => boolean;
  readonly service: PostsService;
  readonly authorId: () => number;
  /** The latest time that this run or the one before it has read, in milliseconds since the Unix epoch. */
  readonly latest: number;
}

/** How often the disk is tried again, in milliseconds. */
export const diskRetryMs = 60_000;

/**
 * How long the request for a deletion is held back, in milliseconds: the Undo of the message is gone by then. Until the
 * request is sent, Undo restores the post as it was; afterwards it can only create the post again.
 */
export const undoMs = 12_000;

export function createPublisher(options: PublisherOptions) {
  const { clock, random, state, posts, isPaused, service, authorId, latest } = options;
  const turn = (): number => posts.newTurn();
  let failed = noFailedRounds;
  /** Whether this round could not read the outbox. */
  let isUnread = false;
  let isFirst = true;
  /** The post that is being sent, with the edits made since. */
  let current: PostIn<'sending'> | null = null;
  /**
   * Posts whose deletion is held back: until when, on the monotonic clock. In memory only: the deletion itself is in the
   * database, and is sent after the next start.
   */
  const holds = new Map<string, number>();

  function heldIds(): string[] {
    const now = clock.monotonic();
    for (const [id, until] of holds) if (until <= now) holds.delete(id);
    return [...holds.keys()];
  }

  /** Queues again the post of a round that was interrupted, by a defect or the end of the app. */
  function requeueInterrupted(): void {
    current = null;
    const interrupted = posts.sending();
    isUnread = !interrupted.ok;
    if (!interrupted.ok || interrupted.value.length === 0) return;
    const now = clock.now();
    const requeue = (before: PostIn<'sending'>): Change => ({
      before,
      after: afterInterruption(before, now, turn),
    });
    posts.put(interrupted.value.map(requeue), 'outbox');
  }

  function request(post: PostIn<'sending'>, signal: AbortSignal): Promise<Result<Receipt>> {
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
   * Saves the result of the last request and the post that is sent next, in one transaction. A post is sent even when
   * the disk does not take it: the service may then have the only copy.
   */
  function advance(answered: Change | null): PostIn<'sending'> | null {
    const waiting = isPaused() ? null : firstOf(answered?.after ?? null);
    const sending = waiting === null ? null : begun(waiting);
    const changes: Change[] = [];
    // The same post is sent again at once: one change for both.
    const again = answered !== null && answered.after.id === sending?.id;
    if (answered !== null && !again) changes.push(answered);
    if (sending !== null)
      changes.push({ before: again ? answered.before : waiting, after: sending });
    if (changes.length > 0) posts.put(changes, 'outbox');
    return sending;
  }

  /** The first post of the outbox; the newest state of `answered` is not saved yet. */
  function firstOf(answered: JournalPost | null): PostIn<'waiting' | 'deleting'> | null {
    const held = heldIds();
    const next = posts.next(answered === null ? held : [...held, answered.id]);
    isUnread ||= !next.ok;
    const stored = next.ok ? next.value : null;
    if (answered === null || held.includes(answered.id) || !isIn(answered, 'waiting', 'deleting'))
      return stored;
    return stored !== null && stored.state.turn < answered.state.turn ? stored : answered;
  }

  /**
   * After a restart: the wait that the service asked for before, if it is not over. Where the clock was set back since,
   * it is counted from the time before that, because otherwise the wait would grow by as much.
   */
  function remainingHold(): NextRound | null {
    if (!isFirst) return null;
    isFirst = false;
    const next = posts.next();
    const failure = next.ok ? (next.value?.state.lastFailure ?? null) : null;
    if (failure === null) return null;
    const round = retryRound(failure, Math.max(clock.now(), latest), 0);
    return (round.holdMs ?? 0) > 0 ? round : null;
  }

  function idleRound(): NextRound {
    if (!posts.durable) return { delayMs: null, reason: 'posts-unsaved' };
    // Nothing else would wake the outbox: posts that it could not see would wait until the next start.
    if (isUnread) return { delayMs: diskRetryMs, reason: 'posts-unsaved' };
    if (isPaused()) return { delayMs: null, reason: 'posts-held' };
    const ends = heldIds().map((id) => holds.get(id) ?? 0);
    return ends.length === 0
      ? { delayMs: null, reason: 'posts-none' }
      : { delayMs: Math.min(...ends) - clock.monotonic(), reason: 'posts-undo' };
  }

  return {
    /** Holds the deletion of a post back for `undoMs`. Call it before the post is deleted. */
    holdDeletion: (id: string) => void holds.set(id, clock.monotonic() + undoMs),

    /** Ends all holds. */
    releaseDeletions: () => holds.clear(),

    /** Call it for every post that was edited: it may be the one that is being sent. */
    edited(post: JournalPost) {
      const isDeleted = isIn(post, 'deleting') || (isIn(post, 'sending') && post.state.remove);
      if (!isDeleted) holds.delete(post.id);
      if (current?.id === post.id && isIn(post, 'sending')) current = post;
    },

    /** Sends the posts of the outbox, one at a time, until none waits or the service fails. */
    async round(signal: AbortSignal) {
      requeueInterrupted();
      const hold = remainingHold();
      if (hold !== null) return hold;
      for (current = advance(null); current !== null;) {
        const sent = { ...current, operation: current.state.operation };
        const receipt = await request(current, signal);
        const before = current;
        const now = clock.now();
        if (receipt.ok) {
          failed = noFailedRounds;
          state.noteOutcome('posts', now, null);
          current = advance({
            before,
            after: afterReceipt(before, sent, receipt.value, now, turn),
          });
          continue;
        }
        const { failure } = receipt;
        const answered = { before, after: afterFailure(before, sent, failure, now, turn) };
        if (failure.kind !== 'cancelled') state.noteOutcome('posts', now, failure);
        if (isRefusal(failure)) {
          // The service works, so the next post can be sent.
          failed = noFailedRounds;
          current = advance(answered);
          continue;
        }
        current = null;
        posts.put([answered], 'outbox');
        if (failure.kind === 'cancelled') break;
        failed = afterFailedRound(failed, failure);
        return retryRound(failure, now, waitMs(failed, random()));
      }
      return idleRound();
    },
  };
}

/**
 * What decides how long the outbox waits while the service fails: the rounds in a row that failed.
 *
 *   closed ── many bad answers ───▶ open ── its time is over, or a person asks ──▶ one request
 *      ▲                             ▲                                              │      │
 *      │                             └──────────────── it failed ───────────────────┘      │
 *      └──────────────────────────────────────── it was answered ──────────────────────────┘
 *
 * Requests go one at a time and the loop ends with the first that fails, so that "half open" needs no state.
 */
interface FailedRounds {
  /** Failures in a row, of any kind. */
  readonly failures: number;
  /** How many of them, at the end of the row, were a 5xx or an answer that cannot be read. */
  readonly serverErrors: number;
}

export const noFailedRounds: FailedRounds = { failures: 0, serverErrors: 0 };

export const afterFailedRound = (
  { failures, serverErrors }: FailedRounds,
  failure: Failure,
): FailedRounds => ({
  failures: failures + 1,
  serverErrors: isBadAnswer(failure) ? serverErrors + 1 : 0,
});

/** This many bad answers in a row open the circuit. */
const longRun = 8;
const closedWaits = { baseMs: 5_000, capMs: 60_000 };
const openWaits = { baseMs: 5 * 60_000, capMs: 30 * 60_000 };

/** Milliseconds until the next request. `random` is in [0, 1). */
export const waitMs = ({ failures, serverErrors }: FailedRounds, random: number): number =>
  serverErrors < longRun
    ? backoffMs(failures, closedWaits, random)
    : backoffMs(serverErrors - longRun + 1, openWaits, random);
