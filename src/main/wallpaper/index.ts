/**
 * The exports for other features. The functions that access the system (displays, programs, files) are in
 * `setter/create.ts`; the app imports that file directly and passes them in.
 */
export { startWallpaper } from './wallpaper.ts';
export { wallpaperActions, wallpaperRows } from './wallpaper-actions.ts';
export type { DarkTheme, HeldLook } from './look.ts';
export type { SetWallpaper, WallpaperSetter } from './wallpaper-setter.ts';
export type { RotationHolds } from './rotation.ts';
