import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { app, crashReporter } from 'electron';
import { isOwnFolder, makeOwnFolder } from '#platform/files/own-folder.ts';
import { logFolder } from '#platform/log/log.ts';
import { removalMark } from '#settings/store/own-data.ts';

/**
 * The class of the app's toasts on Windows, which must never change, and that of a checkout. Electron registers the
 * running program for it, and Windows starts that program when a toast is clicked.
 */
const toastActivator = '{4F6B1C52-93A7-4D0E-8C1E-7A2D9E5B6F30}';
const checkoutToastActivator = '{B0E7D3A4-5C1F-4E86-9A67-2F4C8D10E95B}';

/** Sets the folders of the app's data and its identity for the system. Call before the single-instance lock. */
export function setAppIdentity(): void {
  // A checkout has its own data folder. `--user-data-dir` takes precedence.
  const chosenFolder = app.commandLine.getSwitchValue('user-data-dir');
  if (chosenFolder !== '') app.setPath('userData', resolve(chosenFolder));
  else if (!app.isPackaged) app.setPath('userData', join(app.getPath('appData'), 'overhead-dev'));
  else if (process.platform === 'win32') app.setPath('userData', localDataFolder());
  if (process.platform === 'linux' && chosenFolder === '') {
    const name = app.isPackaged ? app.getName() : 'overhead-dev';
    app.setPath('logs', logFolder(process.env, homedir(), name));
  }
  // Windows shows notifications only for the identity that the installer registered.
  if (process.platform === 'win32') {
    app.setAppUserModelId(app.isPackaged ? 'dev.overhead.Overhead' : process.execPath);
    // A fixed class receives clicks on toasts of an earlier run. Electron's own is another one in each run.
    app.setToastActivatorCLSID(app.isPackaged ? toastActivator : checkoutToastActivator);
    // Before its first toast, Electron writes an entry with the app's name into the Start menu. A checkout must not
    // replace the entry of the installed app.
    if (!app.isPackaged) app.setName('overhead-dev');
  }
}

/**
 * The data folder of the installed app on Windows: it stays on the computer, because a domain may copy `%APPDATA%` at
 * each login or keep it on a server. An installation that has its data there keeps them there.
 */
function localDataFolder(): string {
  const roaming = app.getPath('userData');
  const local = process.env['LOCALAPPDATA'] ?? '';
  const isEarlier = ['overhead.sqlite', removalMark].some((name) =>
    existsSync(join(roaming, name)),
  );
  return local === '' || isEarlier ? roaming : join(local, app.getName());
}

/** The folder of `settings.json`: the data folder, except that the settings roam with the user on Windows. */
export function settingsFolder(): string {
  const isRoaming =
    process.platform === 'win32' && app.isPackaged && !app.commandLine.hasSwitch('user-data-dir');
  return isRoaming ? join(app.getPath('appData'), app.getName()) : app.getPath('userData');
}

/**
 * Gives Chromium a separate folder within the app's data, so that the app can remove this folder as a whole. Call this
 * after the single-instance lock is taken, because the lock stays in the data folder, and before the app is ready.
 *
 * @param creates false: a missing folder is not created, and Chromium writes nothing as long as the folder is missing
 */
export function separateSessionData(creates = true): void {
  const folder = join(app.getPath('userData'), 'chromium');
  try {
    // Do not use a folder with that name that belongs to another program, perhaps a browser.
    const isOwn = creates ? makeOwnFolder(folder) : !existsSync(folder) || isOwnFolder(folder);
    if (!isOwn) return;
    app.setPath('sessionData', folder);
    app.setPath('crashDumps', join(folder, 'Crashpad'));
  } catch {
    // The disk refused to create the folder: Chromium uses its default folder.
  }
}

/**
 * Makes Chromium write a dump when a process of the app crashes. Dumps are never sent. Call after
 * `separateSessionData`, which sets the folder of the dumps, and before the app is ready.
 */
export const keepCrashDumps = (): void => crashReporter.start({ uploadToServer: false });

/**
 * Quits the app properly when the session or the shell ends. Electron itself does this only while no other code listens
 * for signals. The file writer of electron-store listens for signals and sends each signal again. If it were the only
 * listener, the second signal would end the process immediately.
 */
export function quitOnSignals(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => app.quit());
}
