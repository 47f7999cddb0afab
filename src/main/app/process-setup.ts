import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
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

/**
 * The end of a session, or of a shell, ends the app in good order. Electron does so by itself until a library listens
 * for signals; the one that writes files for electron-store does, and lets the signal kill whoever does not listen.
 */
export function quitOnSignals(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => app.quit());
}

const atOnce = [
  // By default V8 wakes a thread for each processor for every small collection, for work of a fraction of a millisecond.
  '--no-parallel-scavenge',
  '--no-concurrent-array-buffer-sweeping',
  // Once the app is quiet the whole heap is collected to give memory back, and again after 100 s: once is enough.
  '--memory-reducer-gc-count=1',
];
/** What runs once a minute is compiled in passing: a few milliseconds at a time, of which a start has none to spare. */
const afterTheStart = ['--no-concurrent-recompilation', '--no-concurrent-sparkplug'];
const startMs = 30_000;

/**
 * Reduces the number of V8's helper threads, because in the tray they cause most of the wakeups.
 *
 * This applies to the main process only, not to pages. V8 reads these flags each time it uses them, so they may be set
 * while it runs; Electron leaves that open, as Node does.
 */
export function spareHelpers(): void {
  for (const flag of atOnce) setFlagsFromString(flag);
  // Keeps nothing alive.
  setTimeout(() => {
    for (const flag of afterTheStart) setFlagsFromString(flag);
  }, startMs).unref();
}
