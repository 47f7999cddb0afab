import { untrack } from 'svelte';

/** The modal dialogs that are open, the newest last. Everything outside the newest is inert. */
let dialogs = $state.raw<readonly HTMLDialogElement[]>([]);

export const openDialogs = {
  /** The newest open dialog; null if none is open. */
  get top(): HTMLElement | null {
    return dialogs.at(-1) ?? null;
  },
  /** Adds an open dialog. Returns a function that removes it. */
  enter(dialog: HTMLDialogElement): () => void {
    dialogs = [...untrack(() => dialogs), dialog];
    return () => (dialogs = untrack(() => dialogs).filter((each) => each !== dialog));
  },
};

/** Closes all menus and modal dialogs, as Escape does, so that the focus can leave them. */
export function closeLayers(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('[role=menu]:popover-open'))
    menu.hidePopover();
  for (const dialog of dialogs.toReversed()) dialog.close();
}
