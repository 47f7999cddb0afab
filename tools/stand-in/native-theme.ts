import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { strict } from './api.ts';

const events = new EventEmitter();
/** Tells the pages of each change of the source. */
const changes = new EventEmitter();
let source: Electron.NativeTheme['themeSource'] = 'system';

/** Electron's `nativeTheme`: light, unless the app asks for dark. Pages are told what the app asks for. */
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
        // Only when the darkness changed, and in a task of its own: `set_theme_source` of Electron's patch
        // `feat_add_set_theme_source_to_allow_apps_to.patch`, `shell/browser/api/electron_api_native_theme.cc`.
        if (wasDark !== (source === 'dark')) setImmediate(() => events.emit('updated'));
      },
    },
  }),
);

/** Has a page follow the theme that the app asks for; with `system` it follows the desktop's. */
export async function followTheme(page: Page): Promise<void> {
  const apply = (): Promise<void> =>
    page.emulateMedia({ colorScheme: source === 'system' ? null : source });
  const again = (): void => void apply().catch(() => undefined);
  changes.on('source', again);
  page.once('close', () => changes.off('source', again));
  if (source !== 'system') await apply();
}
