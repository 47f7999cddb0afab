import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import type { Breathe } from './portions.ts';
import type { JournalStore } from './ports.ts';
import type { Shelf } from './shelf.ts';

/** Removed in one go. */
const discardedAtOnce = 50;

/** Posts as they come, a portion at a time; the first failure ends them. */
export type Arriving<F> = AsyncIterable<Result<readonly JournalPost[], F>>;

export interface Adopted {
  readonly added: number;
  /** Were in the journal already, by their ids, and stay as they are there. */
  readonly known: number;
}

export interface Adoption {
  /** See `Journal.adopt`. One at a time: a further one waits. */
  adopt<F>(arriving: Arriving<F>, breathe: Breathe): Promise<Result<Adopted, F | Failure>>;
  /** Removes a little of what an import before has left behind. */
  tidy(): void;
  /** Ends what is under way with `cancelled`; resolves when it has ended. */
  dispose(): Promise<void>;
}

/** Takes many posts without keeping everything else waiting, and still all of them or none. */
export function createAdoption(store: JournalStore, shelf: Shelf): Adoption {
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();

  async function discardAll(breathe: Breathe): Promise<Result<null>> {
    for (;;) {
      if (isOver) return fail({ kind: 'cancelled' });
      const discarded = store.discardArrivals(discardedAtOnce);
      if (!discarded.ok) return discarded;
      if (discarded.value < discardedAtOnce) return ok(null);
      await breathe();
    }
  }

  async function take<F>(
    arriving: Arriving<F>,
    breathe: Breathe,
  ): Promise<Result<Adopted, F | Failure>> {
    shelf.look();
    // Taken by what stands in for the disk, they would be gone with the app.
    if (shelf.trouble !== null) return fail(shelf.trouble);
    const band = shelf.newBand();
    const expected = store.expect(band);
    if (!expected.ok) return expected;
    let sequence = band.from;
    let [added, all] = [0, 0];
    for await (const portion of arriving) {
      if (isOver) return fail({ kind: 'cancelled' });
      if (!portion.ok) return portion;
      const posts = portion.value.map((post) => placed(post, sequence++, shelf));
      if (sequence > band.to) return fail({ kind: 'storage', code: 'SQLITE_FULL' });
      const arrived = store.arrive(posts);
      if (!arrived.ok) return arrived;
      added += arrived.value;
      all += posts.length;
      await breathe();
    }
    if (isOver) return fail({ kind: 'cancelled' });
    const revealed = store.reveal();
    return revealed.ok ? ok({ added, known: all - added }) : revealed;
  }

  async function adopt<F>(
    arriving: Arriving<F>,
    breathe: Breathe,
  ): Promise<Result<Adopted, F | Failure>> {
    // What an import before has left behind.
    const cleared = await discardAll(breathe);
    if (!cleared.ok) return cleared;
    const adopted = await take(arriving, breathe);
    if (!adopted.ok) await discardAll(breathe);
    return adopted;
  }

  return {
    adopt(arriving, breathe) {
      const adopted = last.then(() => adopt(arriving, breathe));
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

/** At its place in the band; what waits goes behind all that waits here. */
function placed(post: JournalPost, sequence: number, shelf: Shelf): JournalPost {
  const { state } = post;
  if (!('turn' in state)) return { ...post, sequence };
  return { ...post, sequence, state: { ...state, turn: shelf.newTurn() } };
}
