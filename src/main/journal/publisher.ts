import type { Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import type { Surroundings } from '#runtime/surroundings.ts';
import { retryRound } from '#runtime/backoff.ts';
import type { NextRound } from '#runtime/poller.ts';
import type { BufferedPostStore, Change } from './buffered-post-store.ts';
import { afterTrouble, closedCircuit, waitMs } from './circuit.ts';
import { afterFailure, afterInterruption, afterReceipt, begun, isRefusal } from './outbox.ts';
import type { PostsService, Receipt } from './ports.ts';
import { isIn, type PostIn } from './states.ts';

export interface PublisherOptions extends Surroundings {
  readonly posts: BufferedPostStore;
  readonly service: PostsService;
  readonly authorId: () => number;
  /** The latest time that this run or the one before it has read, in milliseconds since the Unix epoch. */
  readonly latest: number;
}

export interface Publisher {
  /** One operation at a time, in the order of asking, until nothing waits or the service fails. */
  round(signal: AbortSignal): Promise<NextRound>;
  /** Told of every post that was edited: one of them may be under way. */
  edited(post: JournalPost): void;
}

export function createPublisher(options: PublisherOptions): Publisher {
  const { clock, random, state, posts, service, authorId, latest } = options;
  const turn = (): number => posts.newTurn();
  let circuit = closedCircuit;
  let isFirst = true;
  /** The post that is under way, as it is now. */
  let flight: PostIn<'sending'> | null = null;

  /** A round that was broken off, by a defect or the end of the app, leaves its post behind. */
  function settleInterrupted(): void {
    flight = null;
    const left = posts.sending();
    if (!left.ok || left.value.length === 0) return;
    const now = clock.now();
    const settle = (before: PostIn<'sending'>): Change => ({
      before,
      after: afterInterruption(before, now, turn),
    });
    posts.put(left.value.map(settle), 'outbox');
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
   * Writes down what became of the post that was under way, and in the same breath which one is sent next:
   * one transaction for each request. A post is sent even when the disk does not take it: the service is then
   * its only witness.
   */
  function advance(landed: Change | null): PostIn<'sending'> | null {
    const waiting = posts.paused ? null : firstOf(landed?.after ?? null);
    const sending = waiting === null ? null : begun(waiting);
    const changes: Change[] = [];
    // The same post goes out again at once: it lands and leaves in one step.
    const again = landed !== null && landed.after.id === sending?.id;
    if (landed !== null && !again) changes.push(landed);
    if (sending !== null) changes.push({ before: again ? landed.before : waiting, after: sending });
    if (changes.length > 0) posts.put(changes, 'outbox');
    return sending;
  }

  /** The first in the outbox, given a post whose newest state is not yet written down. */
  function firstOf(landed: JournalPost | null): PostIn<'waiting' | 'deleting'> | null {
    const next = posts.next(landed?.id);
    const stored = next.ok ? next.value : null;
    if (landed === null || !isIn(landed, 'waiting', 'deleting')) return stored;
    return stored !== null && stored.state.turn < landed.state.turn ? stored : landed;
  }

  /**
   * After a restart: the time that the service named before still stands. Where the clock was set back since, it is
   * counted from the time before that, because otherwise the wait would grow by as much.
   */
  function standingHold(): NextRound | null {
    if (!isFirst) return null;
    isFirst = false;
    const next = posts.next();
    const failure = next.ok ? (next.value?.state.lastFailure ?? null) : null;
    if (failure === null) return null;
    const round = retryRound(failure, Math.max(clock.now(), latest), 0);
    return (round.holdMs ?? 0) > 0 ? round : null;
  }

  function atRest(): NextRound {
    if (!posts.durable)
      return { delayMs: null, reason: 'the disk does not take the journal; trying again' };
    const reason = posts.paused ? 'publishing is paused' : 'nothing waits to be published';
    return { delayMs: null, reason };
  }

  return {
    edited(post) {
      if (flight?.id === post.id && isIn(post, 'sending')) flight = post;
    },

    async round(signal) {
      settleInterrupted();
      posts.saveUnsaved();
      const hold = standingHold();
      if (hold !== null) return hold;
      for (flight = advance(null); flight !== null;) {
        const sent = { ...flight, operation: flight.state.operation };
        const receipt = await request(flight, signal);
        const before = flight;
        const now = clock.now();
        if (receipt.ok) {
          circuit = closedCircuit;
          state.noteOutcome('posts', now, null);
          flight = advance({ before, after: afterReceipt(before, sent, receipt.value, now, turn) });
          continue;
        }
        const { failure } = receipt;
        const landed = { before, after: afterFailure(before, sent, failure, now, turn) };
        if (failure.kind !== 'cancelled') state.noteOutcome('posts', now, failure);
        if (isRefusal(failure)) {
          // It has understood, so it is not in trouble: the next one can go.
          circuit = closedCircuit;
          flight = advance(landed);
          continue;
        }
        flight = null;
        posts.put([landed], 'outbox');
        if (failure.kind === 'cancelled') break;
        circuit = afterTrouble(circuit, failure);
        return retryRound(failure, now, waitMs(circuit, random()));
      }
      return atRest();
    },
  };
}
