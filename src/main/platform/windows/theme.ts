import { nativeTheme } from 'electron';
import type { Settings } from '#shared/settings/settings.ts';

/** Light, dark, or as the system has it: the pages follow `prefers-color-scheme`. */
export function applyTheme(theme: Settings['theme']): void {
  // To say the same again would have every page compute its colours anew.
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
}
