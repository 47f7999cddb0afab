import { nativeTheme } from 'electron';

/** Sets the theme: light, dark or the system's theme. The pages get the theme by `prefers-color-scheme`. */
export function applyTheme(theme: Electron.NativeTheme['themeSource']): void {
  // Do not set the same value again, because Electron would restyle every page.
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
}
