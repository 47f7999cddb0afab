import { matchesPageQuery } from '#journal/buffered-post-store.ts';
import type { JournalStore, JournalValues } from '#journal/ports.ts';
import type { AddressInUse } from '#journal/posts-address.ts';
import type { ClockRecord } from '#runtime/clock.ts';
import { memoryValue } from './memory-value.ts';
import { postSummaryOf } from '#journal/rules.ts';
import { isDeletedOrDeleting } from '#shared/journal/post-kinds.ts';
import { fail, ok, type StorageFailure } from '#shared/failure.ts';
import {
  zeroPostCounts,
  listOrderOf,
  listPlaceOf,
  type JournalPost,
  type PageQuery,
} from '#shared/journal/journal.ts';

/** A disk with a journal, in memory. It continues to exist when the journals that were opened on it are closed. */
export class JournalDisk {
  readonly posts = new Map<string, JournalPost>();
  /** Posts of an import that is not committed. */
  readonly staged = new Map<string, JournalPost>();
  /** The error of every write to the disk, or null. */
  failure: StorageFailure | null = null;
  /** Whether the database was replaced since the store was asked for its medium. */
  isReopened = false;
  /** Reports to the journal that the database was replaced. */
  tellReplaced: () => void = () => undefined;
  /** The read of the outbox that fails, or null. */
  failingRead: 'next' | 'sending' | null = null;

  readonly values: JournalValues = {
    paused: memoryValue(false),
    clock: memoryValue<ClockRecord | null>(null),
    address: memoryValue<AddressInUse>(null),
    strayPhotos: memoryValue({}),
  };

  /** The posts, newest first. */
  list(): JournalPost[] {
    return [...this.posts.values()].sort((a, b) => b.sequence - a.sequence);
  }

  /** The store that a journal uses. `beforeWrite` may throw, as if the process ended. */
  open(hooks: { beforeWrite?: () => void; afterWrite?: () => void } = {}): JournalStore {
    const write = <T>(work: () => T) => {
      hooks.beforeWrite?.();
      if (this.failure !== null) return fail(this.failure);
      const value = work();
      hooks.afterWrite?.();
      return ok(value);
    };
    const read = <T>(name: 'next' | 'sending', work: () => T) =>
      this.failingRead === name
        ? fail({ kind: 'storage', code: 'SQLITE_IOERR' } as const)
        : ok(work());
    const inTurn = (without: readonly string[]) =>
      [...this.posts.values()]
        .filter(({ id, state }) => {
          const waits = state.kind === 'waiting' || state.kind === 'deleting';
          return waits && !without.includes(id);
        })
        .sort((a, b) => turnOf(a) - turnOf(b));

    return {
      summary: () => {
        const counts = { ...zeroPostCounts };
        for (const { state } of this.posts.values()) counts[state.kind] += 1;
        return ok({
          counts,
          lastSequence: Math.max(
            0,
            ...[...this.posts.values(), ...this.staged.values()].map(({ sequence }) => sequence),
          ),
          lastTurn: Math.max(0, ...[...this.posts.values()].map(turnOf)),
        });
      },
      unreadable: () => 0,
      onReplaced: (listener) => (this.tellReplaced = listener),
      get: (id) => ok(this.posts.get(id) ?? null),
      next: (without) => read('next', () => inTurn(without)[0] ?? null),
      sending: () =>
        read('sending', () => this.list().filter(({ state }) => state.kind === 'sending')),
      page: (query: PageQuery, without) => {
        const all = this.list()
          .filter((post) => !without.includes(post.id) && matchesPageQuery(post, query))
          .sort(listOrderOf(query));
        const posts = all.slice(0, query.limit).map(postSummaryOf);
        const last = all.length > posts.length ? posts.at(-1) : undefined;
        return ok({ posts, next: last === undefined ? null : listPlaceOf(last) });
      },
      passes: (limit, without) =>
        ok(
          this.list()
            .filter(
              (post) =>
                post.body.startsWith('overhead:pass/') &&
                !isDeletedOrDeleting(post) &&
                !without.includes(post.id),
            )
            .slice(0, limit)
            .map(postSummaryOf),
        ),
      after: (sequence, length) => {
        const some: JournalPost[] = [];
        let left = length;
        for (const post of this.list().reverse()) {
          if (left < 0) break;
          if (post.sequence <= sequence) continue;
          some.push(post);
          left -= post.title.length + post.body.length;
        }
        return ok(some);
      },
      save: (posts, origin) =>
        write(() => {
          for (const post of posts) {
            const { title, body } = (origin === 'outbox' ? this.posts.get(post.id) : null) ?? post;
            this.posts.set(post.id, { ...post, title, body });
            this.staged.delete(post.id);
          }
          return null;
        }),
      purge: () => ok([]),
      photos: () => ok([]),
      stage: (posts) =>
        write(() => {
          const fresh = posts.filter(({ id }) => !this.posts.has(id) && !this.staged.has(id));
          for (const post of fresh) this.staged.set(post.id, post);
          return fresh.length;
        }),
      commitStaged: () =>
        write(() => {
          for (const post of this.staged.values()) this.posts.set(post.id, post);
          this.staged.clear();
          return null;
        }),
      discardStaged: (limit) =>
        this.staged.size === 0
          ? ok(0)
          : write(() => {
              const discarded = [...this.staged.keys()].slice(0, limit);
              for (const id of discarded) this.staged.delete(id);
              return discarded.length;
            }),
      medium: () => {
        const wasReopened = this.isReopened;
        this.isReopened = false;
        return wasReopened ? 'reopened' : 'disk';
      },
      recovered: null,
    };
  }
}

const turnOf = ({ state }: JournalPost): number => ('turn' in state ? state.turn : 0);
