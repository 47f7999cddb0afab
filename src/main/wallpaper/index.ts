/** The exports for other features. `setter/create.ts` contains the effects, which the app passes in. */
export { startWallpaper } from './wallpaper.ts';
export { wallpaperActions, wallpaperRows } from './wallpaper-commands.ts';
export { wallpaperHandlers } from './wallpaper-handlers.ts';
export type { DarkTheme, HeldLook } from './look.ts';
export type { SetWallpaper, WallpaperSetter } from './wallpaper-setter.ts';
export type { RotationHolds } from './rotation.ts';
