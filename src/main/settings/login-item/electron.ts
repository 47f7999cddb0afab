import type { LoginItemState } from '#shared/app.ts';
import { ok } from '#shared/failure.ts';
import type { LoginItem } from './login-item.ts';

type LoginItems = Pick<Electron.App, 'getLoginItemSettings' | 'setLoginItemSettings'>;

// macOS passes no arguments: there `wasOpenedAtLogin` is used instead.
const args = ['--hidden'];

/** The login item that macOS or Windows keeps. */
export function electronLoginItem(app: LoginItems, platform: 'darwin' | 'win32'): LoginItem {
  const state = platform === 'darwin' ? () => macState(app) : () => windowsState(app);
  return {
    state,
    set(on) {
      app.setLoginItemSettings(
        platform === 'win32' ? { openAtLogin: on, args, enabled: on } : { openAtLogin: on },
      );
      return ok(state());
    },
    // The system follows a program that moves.
    renew: () => ok(state()),
  };
}

function macState(app: LoginItems): LoginItemState {
  const { status, openAtLogin } = app.getLoginItemSettings();
  if (status === 'requires-approval') return 'switched-off';
  return status === 'enabled' || openAtLogin ? 'on' : 'off';
}

function windowsState(app: LoginItems): LoginItemState {
  const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings({ args });
  if (!openAtLogin) return 'off';
  // The entry stays when the person disables it in the Task Manager.
  return executableWillLaunchAtLogin ? 'on' : 'switched-off';
}
