import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import type { Clock } from '#runtime/clock.ts';
import { createQueue } from '#runtime/queue.ts';
import { reportDefect } from '#runtime/defects.ts';
import type { BufferedPostStore } from './buffered-post-store.ts';
import type { JournalStore } from './ports.ts';

/** How many staged posts are removed at once; this takes about 10 ms. */
const discardBatchSize = 50;
/** The pause between two removals, in milliseconds, which lets other code run. */
const discardPauseMs = 1;

/** The posts of an import in portions; the first failure ends the import. */
export type PostPortions<F> = AsyncIterable<Result<readonly JournalPost[], F>>;

interface ImportCounts {
  readonly added: number;
  /** The number of posts whose id is already in the journal; the stored posts are not changed. */
  readonly known: number;
}

interface ImporterOptions {
  readonly clock: Clock;
  readonly store: JournalStore;
  readonly posts: BufferedPostStore;
}

/**
 * Imports all posts or none. They are staged in portions, and one commit at the end makes them part of the journal.
 * Staged posts of an import that failed are removed afterwards, or at the next start.
 */
export function createImporter({ clock, store, posts }: ImporterOptions) {
  const stop = new AbortController();
  const queue = createQueue();
  queue.run(discardStaged).catch(reportDefect);

  async function discardStaged(): Promise<Result<null>> {
    for (;;) {
      if (stop.signal.aborted) return fail({ kind: 'cancelled' });
      const discardResult = store.discardStaged(discardBatchSize);
      if (!discardResult.ok) return discardResult;
      if (discardResult.value < discardBatchSize) return ok(null);
      await clock.sleep(discardPauseMs, stop.signal);
    }
  }

  async function importAll<F>(
    portions: PostPortions<F>,
  ): Promise<Result<ImportCounts, F | Failure>> {
    posts.checkDisk();
    // A temporary database refuses imports, because an import is too large to be held in memory.
    if (posts.diskFailure !== null) return fail(posts.diskFailure);
    // Remove the staged posts of an earlier import, because the commit would add them, too.
    const discardResult = await discardStaged();
    if (!discardResult.ok) return discardResult;
    let sequence = posts.reserveSequences();
    let [addedCount, totalCount] = [0, 0];
    for await (const portion of portions) {
      if (stop.signal.aborted) return fail({ kind: 'cancelled' });
      if (!portion.ok) return portion;
      const stageResult = store.stage(portion.value.map((post) => withSequence(post, sequence++)));
      if (!stageResult.ok) return stageResult;
      addedCount += stageResult.value;
      totalCount += portion.value.length;
    }
    if (stop.signal.aborted) return fail({ kind: 'cancelled' });
    const commitResult = store.commitStaged();
    return commitResult.ok
      ? ok({ added: addedCount, known: totalCount - addedCount })
      : commitResult;
  }

  /**
   * Returns the post with its new sequence in this journal. A waiting post is queued after the posts that already wait.
   */
  function withSequence(post: JournalPost, sequence: number): JournalPost {
    const { state } = post;
    if (!('turn' in state)) return { ...post, sequence };
    return { ...post, sequence, state: { ...state, turn: posts.newTurn() } };
  }

  return {
    /** See `Journal.importPosts`. A second import waits for the first. */
    import<F>(portions: PostPortions<F>) {
      const importResult = queue.run(() => importAll(portions));
      queue.run(discardStaged).catch(reportDefect);
      return importResult;
    },

    /** Ends a running import with `cancelled`; resolves when it has ended. */
    async dispose() {
      stop.abort();
      await queue.idle();
    },
  };
}
