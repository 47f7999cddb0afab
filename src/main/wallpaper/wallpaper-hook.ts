import type { HookSource, HookVariables } from '#platform/process/hooks.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { SetWallpaper } from './wallpaper-setter.ts';

/**
 * Runs the hook after the app has set a wallpaper.
 *
 * @param last the wallpaper that an earlier run of the app set last, or null
 * @param titleOf the title of a day's picture
 */
export const wallpaperHook = (
  state: StateHolder,
  last: SetWallpaper | null,
  titleOf: (date: string) => string,
): HookSource => ({
  events: ['wallpaper'],
  follow(run) {
    let lastAt = last?.at ?? null;
    return state.subscribe(({ wallpaper, services }) => {
      if (wallpaper.kind !== 'set' || wallpaper.at === lastAt) return;
      lastAt = wallpaper.at;
      run('wallpaper', variablesOf(wallpaper, titleOf(wallpaper.date), services.simulated));
    });
  },
});

const variablesOf = (
  { path, date, displays }: SetWallpaper,
  title: string,
  isSimulated: boolean,
): HookVariables => ({
  own: {
    OVERHEAD_SIMULATED: isSimulated ? '1' : '',
    OVERHEAD_WALLPAPER: path,
    // One line for each file, that of the primary display first. If all displays share one file, there is only one
    // line.
    OVERHEAD_WALLPAPERS: (displays ?? [{ path }]).map((one) => one.path).join('\n'),
    OVERHEAD_DATE: date,
  },
  foreign: { OVERHEAD_TITLE: title },
});
