import { EventEmitter } from 'node:events';
import { strictObject } from './api.ts';
import type { Chromium } from './devtools.ts';

const themeEvents = new EventEmitter();
/** Emits `source` after each assignment to `themeSource`, so that the pages change their theme. */
const sourceChanges = new EventEmitter();
let themeSource: Electron.NativeTheme['themeSource'] = 'system';

/**
 * Electron's `nativeTheme`. In the main process the theme is light unless the app selects dark. The pages get the
 * selected theme; with `system` they follow the desktop.
 */
export const nativeTheme = strictObject(
  'nativeTheme',
  Object.defineProperties(themeEvents, {
    shouldUseDarkColors: { get: () => themeSource === 'dark' },
    themeSource: {
      get: () => themeSource,
      set: (value: typeof themeSource) => {
        const wasDark = themeSource === 'dark';
        themeSource = value;
        sourceChanges.emit('source');
        // Electron emits `updated` only after a change between light and dark, and only after the assignment has
        // returned: `set_theme_source` in `feat_add_set_theme_source_to_allow_apps_to.patch`, and
        // `shell/browser/api/electron_api_native_theme.cc`.
        if (wasDark !== (themeSource === 'dark')) setImmediate(() => themeEvents.emit('updated'));
      },
    },
  }),
);

/** Makes a page follow the theme that the app selects; with `system` the page follows the desktop's theme. */
export async function followTheme({ page, pageEnd }: Chromium): Promise<void> {
  const apply = async (): Promise<void> => {
    const value = themeSource === 'system' ? '' : themeSource;
    await page.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value }],
    });
  };
  const applyAgain = (): void => void apply().catch(() => undefined);
  sourceChanges.on('source', applyAgain);
  void pageEnd.then(() => sourceChanges.off('source', applyAgain));
  if (themeSource !== 'system') await apply();
}
