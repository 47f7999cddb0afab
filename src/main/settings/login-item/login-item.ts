import type { App } from 'electron';
import type { LoginItemState } from '#shared/app.ts';
import { ok, type Result } from '#shared/failure.ts';
import { flatpakId, portalLoginItem } from './background-portal.ts';
import { autostartFolder, launchCommand, linuxLoginItem } from './linux.ts';

/** The state after a change; a promise if the desktop asks the user first. */
type ChangeResult = Result<LoginItemState> | Promise<Result<LoginItemState>>;

/** Whether the app starts at login. */
export interface LoginItem {
  state(): LoginItemState;
  /** Applies the user’s decision, which replaces an earlier one. */
  set(on: boolean): ChangeResult;
  /**
   * Call it at each start. If the item is on, writes the program's present path into it, where the system needs and
   * allows this. On a desktop whose item cannot be read, switches the item on if `isSwitchedOn`, the setting of the
   * app, is true. On other desktops, never switches it on.
   */
  renew(isSwitchedOn: boolean): ChangeResult;
}

type LoginItems = Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>;

/**
 * The login item of this system. It has no effect on an unknown system, in a Snap and in a checkout.
 *
 * @param ending aborted when the app ends
 */
export function createLoginItem(
  app: LoginItems & Pick<App, 'isPackaged'>,
  ending: AbortSignal,
  { platform, env, execPath }: Pick<NodeJS.Process, 'platform' | 'env' | 'execPath'> = process,
): LoginItem {
  const { isPackaged } = app;
  if (platform === 'linux') {
    if (env['FLATPAK_ID'] === flatpakId) return portalLoginItem(env, ending);
    const command = launchCommand({ isPackaged, execPath, env });
    return command === null ? unsupportedLoginItem : linuxLoginItem(autostartFolder(env), command);
  }
  const isKnown = platform === 'darwin' || platform === 'win32';
  return isKnown && isPackaged ? electronLoginItem(app, platform) : unsupportedLoginItem;
}

const unsupportedLoginItem: LoginItem = {
  state: () => 'unsupported',
  set: () => ok('unsupported'),
  renew: () => ok('unsupported'),
};

/**
 * Whether the app starts without a window: with the argument `--hidden`, or because macOS, which passes no arguments,
 * opened it at login. Call after `ready`.
 */
export const isHiddenStart = (
  app: Pick<App, 'getLoginItemSettings'>,
  options: { readonly hidden: boolean },
): boolean =>
  options.hidden || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);

const hiddenStartArgs = ['--hidden'];

/** The login item that macOS or Windows keeps. */
export function electronLoginItem(app: LoginItems, platform: 'darwin' | 'win32') {
  const state = platform === 'darwin' ? () => macState(app) : () => windowsState(app);
  return {
    state,
    set(on: boolean) {
      app.setLoginItemSettings(
        platform === 'win32'
          ? { openAtLogin: on, args: hiddenStartArgs, enabled: on }
          : { openAtLogin: on },
      );
      return ok(state());
    },
    // macOS follows a program that moves. Windows does not, and Electron does not find the old entry, because it lists
    // only entries with the program's present path (`GetLoginItemSettingsHelper` in `shell/browser/browser_win.cc`).
    renew: () => ok(state()),
  } satisfies LoginItem;
}

function macState(app: LoginItems): LoginItemState {
  const { status, openAtLogin } = app.getLoginItemSettings();
  if (status === 'requires-approval') return 'switched-off';
  return status === 'enabled' || openAtLogin ? 'on' : 'off';
}

function windowsState(app: LoginItems): LoginItemState {
  const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings({
    args: hiddenStartArgs,
  });
  if (!openAtLogin) return 'off';
  // The entry stays when the user disables it in the Task Manager.
  return executableWillLaunchAtLogin ? 'on' : 'switched-off';
}
