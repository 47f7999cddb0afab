import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { strict } from './api.ts';

const events = new EventEmitter();
let source: Electron.NativeTheme['themeSource'] = 'system';

/** Electron's `nativeTheme`: light, unless the app asks for dark. Pages are told what the app asks for. */
export const nativeTheme = strict(
  'nativeTheme',
  Object.defineProperties(events, {
    shouldUseDarkColors: { get: () => source === 'dark' },
    themeSource: {
      get: () => source,
      set: (value: typeof source) => {
        source = value;
        events.emit('updated');
      },
    },
  }),
);

/** Has a page follow the theme that the app asks for; with `system` it follows the desktop's. */
export async function followTheme(page: Page): Promise<void> {
  const apply = (): Promise<void> =>
    page.emulateMedia({ colorScheme: source === 'system' ? null : source });
  const again = (): void => void apply().catch(() => undefined);
  events.on('updated', again);
  page.once('close', () => events.off('updated', again));
  if (source !== 'system') await apply();
}
