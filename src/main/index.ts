import { rmSync } from 'node:fs';
import { app, powerMonitor } from 'electron';
import { composeApp } from './app/compose.ts';
import { ownArguments, type LaunchOptions } from './app/command-line/arguments.ts';
import { finishRemoval, removeAtEnd, type RemovalSystem } from './settings/store/data-removal.ts';
import { setAppLanguage } from './app/language.ts';
import { removeTreeSync } from './platform/files/rename.ts';
import { createLifecycle } from './app/lifecycle.ts';
import { acquireInstance, serveSecondInstances } from './app/command-line/instance.ts';
import {
  keepCrashDumps,
  quitOnSignals,
  separateSessionData,
  setAppIdentity,
  settingsFolder,
} from './app/process-setup.ts';
import { systemClock } from '#runtime/clock.ts';
import { setDefectSink } from '#runtime/defects.ts';
import { restartApp, runningAppImage } from './platform/process/own-program.ts';
import { diskFailure } from './platform/files/attempt.ts';
import { createLog } from './platform/log/log.ts';
import { isHiddenStart } from './settings/login-item/login-item.ts';
import { reportRemoval, reportStartFailure } from './app/dialogs.ts';
import { watchSessionEnd } from './platform/windows/app-end.ts';
import { registerAppScheme } from './platform/windows/app-session.ts';

/**
 * The longest time that the end of the app may take, in milliseconds; then the process exits. Explorer may need most
 * of this time to restore and verify the wallpaper. The limit is below the 15 s for which an instance with `--quit`
 * waits for the end of this instance. The data are saved first.
 */
const quitLimitMs = 14_000;

setAppIdentity();
// This is the system's language, because the settings are not read yet.
await setAppLanguage(null);
let removalReport = Promise.resolve();
const removalSystem: RemovalSystem = {
  platform: process.platform,
  data: app.getPath('userData'),
  settings: settingsFolder(),
  logs: () => app.getPath('logs'),
  args: process.argv.slice(1),
  remove: (path) => rmSync(path, { recursive: true }),
  removeWhenFree: removeTreeSync,
  relaunch: (args) => app.relaunch({ args: [...args] }),
  report(removal) {
    removalReport = reportRemoval(removal);
  },
};
if (finishRemoval(removalSystem)) void removalReport.finally(() => app.exit(0));
else {
  const launch = acquireInstance(reportStartFailure);
  if (launch !== null) runApp(launch);
}

/** Starts the app again with the given arguments when this process has ended. */
function startAgain(ownArgs: readonly string[]): void {
  const replaced = ownArguments(process.argv, app.isPackaged).length;
  const args = [...process.argv.slice(1, process.argv.length - replaced), ...ownArgs];
  if (runningAppImage(process) === null) {
    app.relaunch({ args });
    return;
  }
  app.releaseSingleInstanceLock();
  restartApp(args);
}

function runApp(launch: LaunchOptions): void {
  separateSessionData();
  keepCrashDumps();
  const log = createLog(app.getPath('logs'));
  let stage: 'running' | 'ending' | 'ended' = 'running';
  setDefectSink((error) => {
    // A read that the disk refuses is an expected failure. It is reported here, because the loops do not handle the
    // failure of each read.
    log.error(diskFailure(error) === null ? 'defect' : 'refused by the disk', error);
  });
  const lifecycle = createLifecycle({
    compose: (cycle) => composeApp({ ...launch, hidden: isHiddenStart(app, launch) }, log, cycle),
    quit: () => app.quit(),
    remove: () => removeAtEnd(removalSystem),
    giveUp(error) {
      log.error('could not start', error);
      void reportStartFailure(error).finally(() => app.exit(1));
    },
    now: () => systemClock.monotonic(),
  });
  function recover(what: string, error: unknown): void {
    log.error(what, error);
    if (lifecycle.recover()) log.info('everything starts anew');
  }
  quitOnSignals();
  registerAppScheme();
  process.on('uncaughtException', (error) => recover('uncaught', error));
  process.on('unhandledRejection', (reason) => recover('unhandled', reason));

  watchSessionEnd({
    app,
    monitor: powerMonitor,
    ready: app.whenReady(),
    save: () => lifecycle.save(),
  });
  let lateStart: readonly string[] | null = null;
  serveSecondInstances(
    () => lifecycle.running(),
    (args) => (lateStart = args),
  );
  app.on('activate', () => void lifecycle.running().then((overhead) => overhead?.openWindow()));
  // The app continues in the tray: closing the window does not end the app.
  app.on('window-all-closed', () => undefined);
  app.on('will-quit', (event) => {
    if (stage === 'ended') return;
    event.preventDefault();
    if (stage === 'running') void end();
  });

  async function end(): Promise<void> {
    stage = 'ending';
    const limitTimer = setTimeout(() => app.exit(1), quitLimitMs);
    const canStartAgain = await lifecycle.end();
    clearTimeout(limitTimer);
    stage = 'ended';
    if (lateStart !== null && canStartAgain) startAgain(lateStart);
    app.quit();
  }

  void lifecycle.begin(app.whenReady(), () => isHiddenStart(app, launch));
}
