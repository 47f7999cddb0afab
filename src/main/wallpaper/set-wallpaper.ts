import { wallpaperSchema } from '#shared/picture/picture.ts';
import type { OpenValue } from '#platform/database/values.ts';
import type { StoredValue } from '#runtime/value.ts';
import type { SetWallpaper } from './wallpaper-setter.ts';

/** Opens the record of the wallpaper that the app set last; null: it has set none. */
export const openSetWallpaper = (value: OpenValue): StoredValue<SetWallpaper | null> =>
  value(
    'wallpaper',
    wallpaperSchema.transform((wallpaper) => (wallpaper.kind === 'set' ? wallpaper : null)),
    null,
  );

/** Whether the app has set a wallpaper, in this run or an earlier one. */
export const wasWallpaperSet = (value: OpenValue): boolean =>
  openSetWallpaper(value).get() !== null;
