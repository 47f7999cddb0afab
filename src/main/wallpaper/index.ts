/** The exports for other features. */
export type { WallpaperFeature } from './feature.ts';
export { startWallpaper } from './wallpaper.ts';
export { wallpaperActions, wallpaperRows } from './wallpaper-actions.ts';
export type { DarkTheme, StoredLook } from './look.ts';
export type { SetWallpaper, WallpaperSetter } from './wallpaper-setter.ts';
export type { RotationHolds } from './rotation.ts';
