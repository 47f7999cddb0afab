import type { Hooks, HookVariables } from '#platform/process/hooks.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { SetWallpaper } from './wallpaper-setter.ts';

/**
 * Runs the user's command after each wallpaper that the app sets. The wallpaper does not wait for it.
 *
 * @param last the wallpaper that an earlier run of the app set last, or null
 * @param titleOf the title of a day's picture
 * @returns a function that ends this
 */
export function startWallpaperHook(
  state: StateHolder,
  hooks: Pick<Hooks, 'run'>,
  last: SetWallpaper | null,
  titleOf: (date: string) => string,
): () => void {
  let lastAt = last?.at ?? null;
  return state.subscribe(({ wallpaper, services }) => {
    if (wallpaper.kind !== 'set' || wallpaper.at === lastAt) return;
    lastAt = wallpaper.at;
    hooks.run('wallpaper', variablesOf(wallpaper, titleOf(wallpaper.date), services.simulated));
  });
}

const variablesOf = (
  { path, date, displays }: SetWallpaper,
  title: string,
  isSimulated: boolean,
): HookVariables => ({
  own: {
    OVERHEAD_SIMULATED: isSimulated ? '1' : '',
    OVERHEAD_WALLPAPER: path,
    // One line for each display, the primary first.
    OVERHEAD_WALLPAPERS: (displays ?? [{ path }]).map((one) => one.path).join('\n'),
    OVERHEAD_DATE: date,
  },
  foreign: { OVERHEAD_TITLE: title },
});
