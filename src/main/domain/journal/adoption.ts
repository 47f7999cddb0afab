import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { JournalPost } from '../../../shared/journal.ts';
import { portions, type Breathe } from './portions.ts';
import type { JournalStore } from './ports.ts';
import type { Shelf } from './shelf.ts';

/** Removed in one go. */
const discardedAtOnce = 500;

export interface Adoption {
  /** See `Journal.adopt`. One at a time: a further one waits. */
  adopt(posts: readonly JournalPost[], breathe: Breathe): Promise<Result<number>>;
  /** Removes a little of what an import before has left behind. */
  tidy(): void;
  /** Ends what is under way with `cancelled`; resolves when it has ended. */
  dispose(): Promise<void>;
}

/** Takes many posts without keeping everything else waiting, and still all of them or none. */
export function createAdoption(store: JournalStore, shelf: Shelf): Adoption {
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();

  /** At the end of the row: what comes meanwhile is newer. */
  function placed(post: JournalPost): JournalPost {
    const { state } = post;
    const sequence = shelf.newSequence();
    if (!('turn' in state)) return { ...post, sequence };
    return { ...post, sequence, state: { ...state, turn: shelf.newTurn() } };
  }

  async function discardAll(breathe: Breathe): Promise<Result<null>> {
    for (;;) {
      if (isOver) return fail({ kind: 'cancelled' });
      const discarded = store.discardArrivals(discardedAtOnce);
      if (!discarded.ok) return discarded;
      if (discarded.value < discardedAtOnce) return ok(null);
      await breathe();
    }
  }

  async function arrive(posts: readonly JournalPost[], breathe: Breathe): Promise<Result<number>> {
    let added = 0;
    for (const portion of portions(posts)) {
      if (isOver) return fail({ kind: 'cancelled' });
      const arrived = store.arrive(portion.map(placed));
      if (!arrived.ok) return arrived;
      added += arrived.value;
      await breathe();
    }
    if (isOver) return fail({ kind: 'cancelled' });
    const revealed = store.reveal(added);
    return revealed.ok ? ok(added) : revealed;
  }

  async function adopt(posts: readonly JournalPost[], breathe: Breathe): Promise<Result<number>> {
    // What an import before has left behind would be revealed with this one.
    const cleared = await discardAll(breathe);
    if (!cleared.ok) return cleared;
    const adopted = await arrive(posts, breathe);
    if (!adopted.ok) await discardAll(breathe);
    return adopted;
  }

  return {
    adopt(posts, breathe) {
      const adopted = last.then(() => adopt(posts, breathe));
      last = adopted.catch(() => undefined);
      return adopted;
    },
    tidy: () => void store.discardArrivals(discardedAtOnce),
    async dispose() {
      isOver = true;
      await last;
    },
  };
}
