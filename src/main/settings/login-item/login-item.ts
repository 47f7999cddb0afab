import { app } from 'electron';
import type { LoginItemState } from '#shared/app.ts';
import type { Result } from '#shared/failure.ts';
import { electronLoginItem } from './electron.ts';
import { autostartFolder, launchCommand, linuxLoginItem } from './linux.ts';

/** Whether the app starts with the session. */
export interface LoginItem {
  state(): LoginItemState;
  /** The person’s decision: overrides what the desktop was told before. */
  set(on: boolean): Result<LoginItemState>;
  /** Makes an item that is on start the program at its present path. Switches nothing on. */
  renew(): Result<LoginItemState>;
}

/** The login item of this system; one without effect for an unknown system, a sandbox and a checkout. */
export function createLoginItem(): LoginItem {
  const { platform, env, execPath } = process;
  const { isPackaged } = app;
  if (platform === 'linux') {
    const command = launchCommand({ isPackaged, execPath, env });
    return command === null ? unsupported : linuxLoginItem(autostartFolder(env), command);
  }
  const isKnown = platform === 'darwin' || platform === 'win32';
  return isKnown && isPackaged ? electronLoginItem(app, platform) : unsupported;
}

const unsupported: LoginItem = {
  state: () => 'unsupported',
  set: () => ({ ok: true, value: 'unsupported' }),
  renew: () => ({ ok: true, value: 'unsupported' }),
};

/** Whether the session started the app, on macOS. On other systems the argument `--hidden` says so. */
export const wasOpenedAtLogin = (): boolean =>
  process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
