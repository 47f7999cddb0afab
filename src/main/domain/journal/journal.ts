import { fail, type Result } from '../../../shared/failure.ts';
import type { JournalPost, PostDraft } from '../../../shared/journal.ts';
import { startServiceLoop } from '../service-loop.ts';
import type { Surroundings } from '../surroundings.ts';
import { backoffMs, retryRound } from '../time/backoff.ts';
import type { NextRound } from '../time/poller.ts';
import { accepted, afterFailure, afterInterruption, nextToSend, sending } from './outbox.ts';
import type { JournalStore, PostsService } from './ports.ts';

const trouble = { baseMs: 5_000, capMs: 60_000 };

export interface JournalOptions extends Surroundings {
  /** A new UUID. */
  readonly newId: () => string;
  readonly authorId: () => number;
  readonly service: PostsService;
  readonly store: JournalStore;
}

export interface Journal {
  /**
   * Writes the post down and sends it as soon as it can. A result that is ok means: it is on disk.
   * `storage` means that it is kept in memory only, and written as soon as the disk takes it.
   */
  create(draft: PostDraft): Result<JournalPost>;
  /** Tries all that waits now. */
  publish(): void;
  dispose(): Promise<void>;
}

/** Holds every post until the service has accepted it, over restarts. */
export function startJournal(options: JournalOptions): Journal {
  const { clock, random, newId, authorId, service, store, state } = options;
  /** Newest first. */
  let posts = store.all().map(afterInterruption);
  /** Changes that the disk has not taken yet, by id. */
  const unsaved = new Set<string>();
  let attempt = 0;
  publishState();

  function publishState(): void {
    state.update(() => ({ journal: { posts, durable: unsaved.size === 0 } }));
  }

  function put(post: JournalPost): Result<null> {
    const known = posts.some(({ id }) => id === post.id);
    posts = known ? posts.map((old) => (old.id === post.id ? post : old)) : [post, ...posts];
    const saved = store.save(post);
    if (saved.ok) unsaved.delete(post.id);
    else unsaved.add(post.id);
    publishState();
    return saved;
  }

  /** The oldest first: the store keeps the order of writing. */
  function saveAgain(): void {
    for (const post of posts.filter(({ id }) => unsaved.has(id)).reverse()) put(post);
  }

  /** One operation at a time, oldest first, until nothing waits or the service fails. */
  async function round(signal: AbortSignal): Promise<NextRound> {
    // A round that a defect broke off leaves its post behind.
    posts = posts.map(afterInterruption);
    saveAgain();
    for (let waiting = nextToSend(posts); waiting !== null; waiting = nextToSend(posts)) {
      const post = sending(waiting);
      // A post is sent even when the disk does not take it: the service is then its only witness.
      put(post);
      const { title, body } = post;
      const receipt = await service.create({ title, body, userId: authorId() }, signal);
      const now = clock.now();
      if (receipt.ok) {
        attempt = 0;
        state.noteOutcome('posts', now, null);
        put(accepted(post, receipt.value, now));
        continue;
      }
      const { failure } = receipt;
      const after = afterFailure(post, failure, now);
      put(after);
      if (failure.kind === 'cancelled') break;
      state.noteOutcome('posts', now, failure);
      if (after.state.kind === 'waiting') {
        attempt += 1;
        return retryRound(failure, now, backoffMs(attempt, trouble, random()));
      }
    }
    return unsaved.size === 0
      ? { delayMs: null, reason: 'nothing waits to be published' }
      : { delayMs: trouble.capMs, reason: 'the disk does not take the journal; trying again' };
  }

  const poller = startServiceLoop(options, 'posts', 0, round);

  return {
    create({ title, body }) {
      const waiting = { kind: 'waiting', attempts: 0, lastFailure: null } as const;
      const post = { id: newId(), title, body, createdAt: clock.now(), state: waiting };
      saveAgain();
      const saved = put(post);
      poller.poke();
      return saved.ok ? { ok: true, value: post } : fail(saved.failure);
    },
    publish: () => poller.poke(),
    async dispose() {
      await poller.dispose();
      // The last chance of what the disk has refused so far.
      saveAgain();
    },
  };
}
