import { nativeTheme } from 'electron';

/** Light, dark or the system's; the pages follow `prefers-color-scheme`. */
export function applyTheme(theme: Electron.NativeTheme['themeSource']): void {
  // Setting the same value again would restyle every page.
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
}
