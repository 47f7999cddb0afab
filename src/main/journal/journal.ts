import { fail, ok, type Result } from '#shared/failure.ts';
import type { JournalPost, PageQuery, PostDraft, PostWriting } from '#shared/journal/journal.ts';
import type { PhotoChoice } from '#shared/journal/photo-schema.ts';
import { startPoller, type NextRound } from '#runtime/poller.ts';
import { startServiceLoop, type ActivityOptions } from '#runtime/service-loop.ts';
import { BufferedPostStore } from './buffered-post-store.ts';
import { createImporter, type PostPortions } from './importer.ts';
import type { JournalValues, JournalStore, PostsService } from './ports.ts';
import { lastAnswerAt, noteAddressInUse } from './posts-address.ts';
import { diskRetryMs, Publisher } from './publisher.ts';
import {
  blankPost,
  postAfterDelete,
  isInState,
  postAfterRestore,
  postAfterRetry,
  postAfterRevert,
  postAfterEdit,
} from './rules.ts';
import { isClockTrusted, addClockReading, type Clock, type ClockRecord } from '#runtime/clock.ts';

/** How long a deleted post can be restored, in milliseconds. */
const deletedRetentionMs = 30 * 24 * 3600_000;

interface JournalOptions extends ActivityOptions {
  /** Returns a new UUID. */
  readonly newId: () => string;
  readonly authorId: () => number;
  readonly service: PostsService;
  readonly store: JournalStore;
  readonly values: JournalValues;
}

/**
 * A result that is ok means that the change is on the disk. `storage`: the change is in memory only, is part of every
 * later answer, and is saved as soon as the disk accepts it. `not-found`: there is no such post.
 */
export type Journal = ReturnType<typeof startJournal>;

/** Stores every post, and sends each published post until the service has answered, across restarts. */
export function startJournal(options: JournalOptions) {
  const { clock, store, values, state } = options;
  const startedAt = clock.monotonic();
  const { atStart, latest } = readClock(values, clock.now());
  const purgeResult = isClockTrusted(atStart)
    ? store.purge(clock.now() - deletedRetentionMs)
    : null;
  const posts = new BufferedPostStore(store, publishState);
  publishState(null);
  const importer = createImporter({ clock, store, posts });
  const publisher = new Publisher({
    ...options,
    posts,
    isPaused: () => values.paused.get(),
    latest,
  });
  const poller = startServiceLoop(options, 'posts', 0, async (signal) => {
    const nextRound = await publisher.round(signal);
    if (!posts.durable) savingPoller.poke();
    return nextRound;
  });
  // The next round updates the reason for waiting in AppState.
  const savingPoller = startSaving(clock, posts, () => poller.poke());

  const edits = createEdits(options, posts, publisher, (isSaved) => {
    poller.poke();
    if (!isSaved) savingPoller.poke();
  });

  // Save in a later task, because the store may be in the middle of a save.
  store.onReplaced(() => savingPoller.poke());

  /** Publishes the status of the journal in AppState; for `changed`, see `JournalStatus`. */
  function publishState(changed: string[] | null): void {
    const { counts, durable, unreadable } = posts;
    const { recovered } = store;
    const paused = values.paused.get();
    state.update(({ journal: { change } }) => ({
      journal: { counts, change: change + 1, changed, durable, paused, unreadable, recovered },
    }));
  }

  function pause(paused: boolean): void {
    values.paused.set(paused);
    publishState([]);
    if (!paused) poller.poke();
  }

  return {
    ...edits,
    page: (query: PageQuery) => posts.page(query),
    passes: () => posts.passes(),

    /** See `BufferedPostStore.all`. */
    all: () => posts.all(),

    /** The photos of the posts that were purged at the start; null: the clock or the disk did not allow to purge. */
    purgedPhotos: purgeResult?.ok === true ? purgeResult.value : null,

    /** Adds the posts whose ids are new to the end of the journal: all of them, or none. */
    async importPosts<F>(portions: PostPortions<F>) {
      const importResult = await importer.import(portions);
      if (importResult.ok && importResult.value.added > 0) {
        posts.reload();
        poller.poke();
      }
      return importResult;
    },

    /**
     * Replaces the displayed results of the posts service by those of `address`, the address in use from now on. Ends a
     * wait for which another address has asked. Call at the start and after a change of the address.
     */
    useAddress(address: string) {
      const lastUse = values.address.get();
      if (lastUse !== null && lastUse.address !== address) {
        publisher.forgetFailures();
        poller.restart();
      }
      const since = noteAddressInUse(values.address, address, clock.now());
      state.forgetOutcomes('posts');
      const answeredAt = lastAnswerAt((query) => posts.page(query), since, clock.now());
      state.restoreSuccess('posts', answeredAt, clock.now());
    },

    /** Sends waiting posts as soon as a wait for which the service has asked is over, unless publishing is paused. */
    wake: () => poller.poke(),

    /** Ends a pause of publishing, and no longer holds deletions back. Then does the same as `wake`. */
    publish() {
      publisher.releaseDeletions();
      if (values.paused.get()) pause(false);
      else poller.poke();
    },
    pause,
    async dispose() {
      await Promise.all([poller.dispose(), savingPoller.dispose(), importer.dispose()]);
      // Save unsaved posts before the app ends.
      posts.saveUnsaved();
      values.clock.set(addClockReading(atStart, clock.now(), clock.monotonic() - startedAt));
    },
  };
}

/**
 * Starts the loop that saves the posts that could not be saved before. It is separate from the loop that sends posts,
 * because that one may wait for hours if the service asks for that.
 */
function startSaving(clock: Clock, posts: BufferedPostStore, onSaved: () => void) {
  function save(): NextRound {
    const wasDurable = posts.durable;
    posts.checkDisk();
    if (!wasDurable) posts.saveUnsaved();
    if (!posts.durable) return { delayMs: diskRetryMs };
    if (!wasDurable) onSaved();
    return { delayMs: null };
  }
  return startPoller({
    clock,
    begin: Promise.resolve(),
    round: () => Promise.resolve(save()),
    onPlan: () => undefined,
    minGapMs: 0,
  });
}

/**
 * The changes that the user makes to posts.
 *
 * @param onPending called after a change that must be sent, or that could not be saved
 */
function createEdits(
  { clock, newId }: Pick<JournalOptions, 'clock' | 'newId'>,
  posts: BufferedPostStore,
  publisher: Publisher,
  onPending: (isSaved: boolean) => void,
) {
  const newTurn = (): number => posts.newTurn();

  function find(id: string): Result<JournalPost> {
    const post = posts.get(id);
    if (!post.ok) return post;
    return post.value === null ? fail({ kind: 'not-found' }) : ok(post.value);
  }

  /**
   * Saves `next` in place of `previous` (null: a new post). Does nothing if `next` is `previous` itself and is on the
   * disk.
   */
  function settle(previous: JournalPost | null, next: JournalPost): Result<JournalPost> {
    // Save an unsaved post again, because ok means that it is on the disk.
    if (next === previous && !posts.isUnsaved(next.id)) return ok(next);
    const saveResult = posts.put([{ before: previous, after: next }], 'user');
    publisher.edited(next);
    if (isInState(next, 'waiting', 'deleting') || !saveResult.ok) onPending(saveResult.ok);
    return saveResult.ok ? ok(next) : saveResult;
  }

  function edit(id: string, change: (post: JournalPost) => JournalPost): Result<JournalPost> {
    posts.checkDisk();
    const post = find(id);
    return post.ok ? settle(post.value, change(post.value)) : post;
  }

  function write({ id, publish, title, body }: PostWriting): Result<JournalPost> {
    posts.checkDisk();
    const storedPost = posts.get(id);
    if (!storedPost.ok) return storedPost;
    const now = clock.now();
    const post = storedPost.value ?? blankPost({ id, sequence: posts.newSequence(), now });
    return settle(storedPost.value, postAfterEdit(post, { title, body }, publish, now, newTurn));
  }

  return {
    /** Adds a post, to be published as soon as possible. */
    create: ({ title, body }: PostDraft) => write({ id: newId(), publish: true, title, body }),

    /** Sets the text of a post. Creates the post if there is none with that id. */
    write,

    /** Undoes the changes made since the service accepted the post. */
    revert: (id: string) => edit(id, (post) => postAfterRevert(post, clock.now(), newTurn)),

    /**
     * Deletes a post. The request is sent after `deletionDelayMs`. Until then, `restore` brings the post back
     * unchanged.
     */
    delete(id: string) {
      publisher.holdDeletion(id);
      return edit(id, (post) => postAfterDelete(post, clock.now(), newTurn));
    },
    restore: (id: string) => edit(id, (post) => postAfterRestore(post, newTurn)),

    /** Queues a refused post, or its refused deletion, again. */
    retry: (id: string) => edit(id, (post) => postAfterRetry(post, clock.now(), newTurn)),
    /** Sets the photo of a post; null: none. Creates a draft if there is no post with that id. Sends nothing. */
    usePhoto({ id, at }: PhotoChoice) {
      posts.checkDisk();
      const storedPost = posts.get(id);
      if (!storedPost.ok) return storedPost;
      const post =
        storedPost.value ?? blankPost({ id, sequence: posts.newSequence(), now: clock.now() });
      return settle(storedPost.value, post.photo === at ? post : { ...post, photo: at });
    },
    get: find,
  };
}

/**
 * Stores a reading of the clock, and returns the record of the readings as `atStart`. `latest` is the latest time that
 * this run or the last one has read; the clock may have been set back since.
 */
function readClock(
  values: JournalValues,
  now: number,
): { readonly atStart: ClockRecord; readonly latest: number } {
  const lastReading = values.clock.get();
  const startReading = addClockReading(lastReading, now, 0);
  values.clock.set(startReading);
  return { atStart: startReading, latest: Math.max(now, lastReading?.last ?? now) };
}
