import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { makeOwnFolder } from '#platform/files/own-folder.ts';
import { logFolder } from '#platform/log/log.ts';

/** Which folders the app's data is in, and who it is to the system. Must run before the single-instance lock. */
export function settleIdentity(): void {
  // A checkout keeps its data apart from the installed app's; a folder that is named goes before both.
  const named = app.commandLine.getSwitchValue('user-data-dir');
  if (named !== '') app.setPath('userData', resolve(named));
  else if (!app.isPackaged) app.setPath('userData', join(app.getPath('appData'), 'overhead-dev'));
  if (process.platform === 'linux' && named === '') {
    const name = app.isPackaged ? app.getName() : 'overhead-dev';
    app.setPath('logs', logFolder(process.env, homedir(), name));
  }
  // Windows shows the notifications only of an app that it knows by the name that the installer gave it.
  if (process.platform === 'win32')
    app.setAppUserModelId(app.isPackaged ? 'dev.overhead.Overhead' : process.execPath);
}

/**
 * Gives Chromium a folder of its own within the app's data, which the app can remove as a whole. Must run after the
 * single-instance lock, which stays in the data folder, and before the app is ready.
 */
export function separateSessionData(): void {
  const folder = join(app.getPath('userData'), 'chromium');
  try {
    // A folder of that name that somebody else filled, perhaps the profile of a browser, is left alone.
    if (!makeOwnFolder(folder)) return;
    app.setPath('sessionData', folder);
    app.setPath('crashDumps', join(folder, 'Crashpad'));
  } catch {
    // The disk takes nothing: Chromium does without one.
  }
}
