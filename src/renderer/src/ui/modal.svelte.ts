import { untrack } from 'svelte';

/** The modal dialogs that are open, the newest last. Everything outside the newest is inert. */
let dialogs = $state.raw<readonly HTMLElement[]>([]);

export const openDialogs = {
  /** The newest open dialog; null if none is open. */
  get top(): HTMLElement | null {
    return dialogs.at(-1) ?? null;
  },
  /** Adds an open dialog. Returns a function that removes it. */
  enter(dialog: HTMLElement): () => void {
    dialogs = [...untrack(() => dialogs), dialog];
    return () => (dialogs = untrack(() => dialogs).filter((each) => each !== dialog));
  },
};
