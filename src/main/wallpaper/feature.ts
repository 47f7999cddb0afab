import type { PictureFeature } from '#picture/index.ts';
import type { FeatureContext } from '#platform/feature.ts';
import { reportDefect } from '#runtime/defects.ts';
import { storedLookSchema, noLook } from './look.ts';
import { createDesktopWallpapers } from './setter/create.ts';
import { systemDesktop, watchDesktop } from './setter/desktop-events.ts';
import { startWallpaperCommand } from './setter/wallpaper-command.ts';
import { openSetWallpaper } from './set-wallpaper.ts';
import { startWallpaper } from './wallpaper.ts';
import { wallpaperActions } from './wallpaper-actions.ts';
import { wallpaperHandlers } from './wallpaper-handlers.ts';

export type WallpaperFeature = ReturnType<typeof startWallpaperFeature>;

/**
 * Starts the wallpaper, and the user's command that runs after each change of it.
 *
 * @param command the command of this start, in place of that in the settings; null: none
 */
export function startWallpaperFeature(
  context: FeatureContext,
  picture: PictureFeature,
  command: string | null,
) {
  const { clock, onEnd, settings, state, value } = context;
  const store = openSetWallpaper(value);
  const look = value('look', storedLookSchema, noLook);
  const setter = createDesktopWallpapers({
    ...context,
    settings: () => settings().wallpaper,
    look,
  });
  const wallpaper = startWallpaper({
    ...context,
    ...systemDesktop,
    setter,
    store,
    lookStore: look,
    archive: picture.days,
    pictureState: picture.choices,
    fetchDay: picture.day,
  });
  onEnd(() => wallpaper.dispose());
  const disconnect = picture.connect({
    onPicture: (signal) => wallpaper.refresh(signal),
    dates() {
      const shown = store.get();
      return shown === null ? [] : [shown.date, ...Object.values(shown.others ?? {})];
    },
  });
  onEnd(disconnect);
  const userCommand = command ?? settings().wallpaperCommand;
  if (userCommand !== null) {
    const running = startWallpaperCommand({
      state,
      command: userCommand,
      last: store.get(),
      titleOf: picture.titleOf,
    });
    onEnd(() => running.dispose());
  }
  onEnd(watchDesktop(wallpaper, clock));
  return {
    handlers: { wallpaper: wallpaperHandlers(wallpaper, (order) => setter.preview(order)) },
    actions: wallpaperActions(wallpaper, () => state.current),
    wake: () => wallpaper.wake(),

    /** Updates the desktop after a change of the settings. */
    update: () => void wallpaper.update().catch(reportDefect),
    choose: wallpaper.choose.bind(wallpaper),
    restore: () => wallpaper.restore(),
    decide: wallpaper.decide.bind(wallpaper),

    /**
     * Restores the user's wallpaper before the app ends, if the settings say so; not for a restart. Returns whether it is
     * back, or need not be.
     */
    beforeEnd: async (limitMs: number) =>
      !settings().wallpaper.restoreOnQuit || wallpaper.leave(limitMs),

    /** Restores the user's wallpaper before the data are removed. Returns whether it is back. */
    restoreOwn: (limitMs: number) => wallpaper.leave(limitMs),
  };
}
