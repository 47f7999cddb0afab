import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { strict } from './api.ts';

const events = new EventEmitter();
/** Emits `source` for each assignment to `themeSource`, so that the pages follow it. */
const changes = new EventEmitter();
let source: Electron.NativeTheme['themeSource'] = 'system';

/** Electron's `nativeTheme`: light, unless the app selects dark. Pages get the theme that the app selects. */
export const nativeTheme = strict(
  'nativeTheme',
  Object.defineProperties(events, {
    shouldUseDarkColors: { get: () => source === 'dark' },
    themeSource: {
      get: () => source,
      set: (value: typeof source) => {
        const wasDark = source === 'dark';
        source = value;
        changes.emit('source');
        // Electron emits `updated` only after a change between light and dark, and only after the assignment has
        // returned: `set_theme_source` in `feat_add_set_theme_source_to_allow_apps_to.patch`, and
        // `shell/browser/api/electron_api_native_theme.cc`.
        if (wasDark !== (source === 'dark')) setImmediate(() => events.emit('updated'));
      },
    },
  }),
);

/** Makes a page follow the theme that the app selects; with `system` the page follows the desktop's theme. */
export async function followTheme(page: Page): Promise<void> {
  const apply = (): Promise<void> =>
    page.emulateMedia({ colorScheme: source === 'system' ? null : source });
  const again = (): void => void apply().catch(() => undefined);
  changes.on('source', again);
  page.once('close', () => changes.off('source', again));
  if (source !== 'system') await apply();
}
