import { app } from 'electron';
import { launchCommand } from './command.ts';
import { electronLoginItem } from './electron.ts';
import { autostartFolder, linuxLoginItem } from './linux.ts';
import { noLoginItem, type LoginItem } from './login-item.ts';

/** The way of this system. */
export function createLoginItem(): LoginItem {
  const { platform, env, execPath } = process;
  const { isPackaged } = app;
  if (platform === 'linux') {
    const command = launchCommand({ isPackaged, execPath, env });
    return command === null ? noLoginItem : linuxLoginItem(autostartFolder(env), command);
  }
  const isKnown = platform === 'darwin' || platform === 'win32';
  return isKnown && isPackaged ? electronLoginItem(platform) : noLoginItem;
}
