import type { PostPortions } from '#journal/importer.ts';
import type { Journal } from '#journal/journal.ts';
import { ok } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import { acceptedPost, journalPost } from '#test/support/journal-posts.ts';

interface Import {
  readonly ids: readonly string[];
  /** Whether the app that runs the import still runs and has not reported the result. */
  isOpen: boolean;
  /** Whether all posts were imported, as reported or as found after the last exit; null: unknown. */
  isWhole: boolean | null;
}

/** The imports of a schedule. The journal must contain all posts of an import or none, and this must not change. */
export class ScheduleImports {
  readonly #all: Import[] = [];
  #posts = 0;

  /**
   * Starts an import that waits for `pause` between its portions. The promise resolves when the import has ended; if
   * the process is killed, the promise stays pending.
   */
  async begin(
    journal: Journal,
    pause: () => Promise<void>,
    { posts, broken }: { readonly posts: number; readonly broken: boolean },
  ): Promise<void> {
    const some = Array.from({ length: posts }, () => this.#post());
    const begun: Import = { ids: some.map(({ id }) => id), isOpen: true, isWhole: null };
    this.#all.push(begun);
    const imported = await journal.importPosts(portionsOf(some, broken, pause));
    begun.isOpen = false;
    begun.isWhole = imported.ok;
  }

  /** After a kill, the content of the journal decides whether the import was complete. */
  killed(): void {
    for (const one of this.#all) one.isOpen = false;
  }

  /** The faults of the imports. `ids`: the posts that the journal contains. */
  faults(ids: ReadonlySet<string>): string[] {
    return this.#all.flatMap((one, index) => {
      const count = one.ids.filter((id) => ids.has(id)).length;
      const isWhole = count === one.ids.length;
      if (count > 0 && !isWhole) return [`import ${index}: ${count} of ${one.ids.length} posts`];
      if (one.isWhole !== null && one.isWhole !== isWhole) {
        return [`import ${index}: ${one.isWhole ? 'was there and is gone' : 'came after its end'}`];
      }
      if (isWhole || !one.isOpen) one.isWhole = isWhole;
      return [];
    });
  }

  /** A new post that the outbox does not send. */
  #post(): JournalPost {
    this.#posts += 1;
    const n = 1_000 + this.#posts;
    return n % 2 === 0 ? acceptedPost(n) : journalPost(n, { state: { kind: 'draft' } });
  }
}

async function* portionsOf(
  posts: readonly JournalPost[],
  broken: boolean,
  pause: () => Promise<void>,
): PostPortions<'invalid'> {
  for (let at = 0; at < posts.length; at += 3) {
    yield ok(posts.slice(at, at + 3));
    await pause();
  }
  if (broken) yield { ok: false, failure: 'invalid' };
}
