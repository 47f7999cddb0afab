import type { Result } from '#shared/failure.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { JournalStore, Origin } from './ports.ts';
import { createShelf, type Change, type Shelf } from './shelf.ts';

/** The posts, and what AppState says of them. */
export interface Ledger {
  readonly shelf: Shelf;
  readonly turn: () => number;
  /** Writes changes down and tells of them. */
  put(changes: readonly Change[], origin: Origin): Result<null>;
  setPaused(paused: boolean): void;
  /** As the shelf's, and tells when that has changed something. */
  look(): void;
  /** Offers the disk what it has refused, and tells when that has changed something. */
  flush(): void;
  /** After the store was changed behind the shelf. */
  reload(): void;
}

export function openLedger(store: JournalStore, state: StateHolder): Ledger {
  const shelf = createShelf(store);

  /** `changed` as in `JournalStatus`. */
  function tell(changed: string[] | null): void {
    const { counts, durable, paused, unreadable } = shelf;
    const { recovered } = store;
    state.update(({ journal }) => ({
      journal: {
        counts,
        change: journal.change + 1,
        changed,
        durable,
        paused,
        unreadable,
        recovered,
      },
    }));
  }
  tell(null);

  function tellIfChanged(work: () => void): void {
    const before = shelf.durable;
    work();
    if (shelf.durable !== before) tell(null);
  }

  return {
    shelf,
    turn: () => shelf.newTurn(),
    put(changes, origin) {
      const saved = shelf.put(changes, origin);
      tell(changes.map(({ after }) => after.id));
      return saved;
    },
    setPaused(paused) {
      shelf.setPaused(paused);
      tell([]);
    },
    look: () => tellIfChanged(() => shelf.look()),
    flush: () => tellIfChanged(() => shelf.flush()),
    reload() {
      shelf.reload();
      tell(null);
    },
  };
}
