import { app } from 'electron';
import type { LoginItemState } from '#shared/app.ts';
import { ok } from '#shared/failure.ts';
import type { LoginItem } from './login-item.ts';
import { stateOf } from './system-state.ts';

// macOS hands no arguments over: there `wasOpenedAtLogin` says why the app was started.
const args = ['--hidden'];

/** As macOS and Windows keep it themselves. */
export function electronLoginItem(platform: NodeJS.Platform): LoginItem {
  const state = (): LoginItemState =>
    stateOf(platform, app.getLoginItemSettings(platform === 'win32' ? { args } : {}));
  return {
    state,
    set(on) {
      app.setLoginItemSettings(
        platform === 'win32' ? { openAtLogin: on, args, enabled: on } : { openAtLogin: on },
      );
      return ok(state());
    },
    // The system follows the app by itself.
    renew: () => ok(state()),
  };
}

/** Whether the app was started by the session on macOS; elsewhere `--hidden` says so. */
export const wasOpenedAtLogin = (): boolean =>
  process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
