/** The entrance to the wallpaper. `setter/create.ts` has the effects: the app passes them in. */
export { startWallpaper } from './wallpaper.ts';
export { wallpaperActions, wallpaperRows } from './wallpaper-commands.ts';
export { wallpaperHandlers } from './wallpaper-handlers.ts';
export type { DarkTheme, HeldLook } from './look.ts';
export type { SetWallpaper, WallpaperSetter } from './wallpaper-setter.ts';
export type { Holds } from './rotation.ts';
