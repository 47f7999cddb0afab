import type { Bridge } from '#shared/contract.ts';
import type { OwnWallpaper } from '#shared/picture/picture.ts';
import { restoredUnverifiedInWords, notRestoredReason } from '#shared/wallpaper/wallpaper-words.ts';
import { Command } from '../ui/command.svelte.ts';

/** Restores the user's original wallpaper. */
export const restoreCommand = (bridge: Bridge, own: () => OwnWallpaper) =>
  new Command(() => bridge.wallpaper.restore(), {
    // No toast if the desktop confirms the restore: the panel shows the result.
    done: (isSeen) => (isSeen ? null : restoredUnverifiedInWords()),
    reason: () => notRestoredReason(own()),
  });
