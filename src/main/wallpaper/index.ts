/** The exports for other features. */
export type { WallpaperFeature } from './feature.ts';
export { startWallpaper } from './wallpaper.ts';
export { wallpaperActions, wallpaperRows } from './wallpaper-actions.ts';
export type { SetWallpaper } from './wallpaper-setter.ts';
