import { join } from 'node:path';
import { app } from 'electron';
import { compose, type Overhead } from './compose.ts';
import { parseArguments } from './domain/arguments.ts';
import { openLog } from './shell/log.ts';
import { registerAppScheme } from './shell/windows/app-session.ts';

// A checkout keeps its data apart from the installed app's.
if (!app.isPackaged && !app.commandLine.hasSwitch('user-data-dir'))
  app.setPath('userData', join(app.getPath('appData'), 'overhead-dev'));

if (app.requestSingleInstanceLock()) run();
else app.quit();

function run(): void {
  const launch = parseArguments(process.argv);
  const log = openLog();
  let overhead: Overhead | null = null;
  let ended = false;

  registerAppScheme();
  process.on('uncaughtException', (error) => log.error('uncaught', error));
  process.on('unhandledRejection', (reason) => log.error('unhandled', reason));

  app.on('second-instance', () => overhead?.openWindow());
  app.on('activate', () => overhead?.openWindow());
  // The app lives in the tray: closing the window does not end it.
  app.on('window-all-closed', () => undefined);
  app.on('will-quit', (event) => {
    if (ended) return;
    event.preventDefault();
    void end();
  });

  async function end(): Promise<void> {
    ended = true;
    await overhead?.dispose().catch((error: unknown) => log.error('while ending', error));
    app.quit();
  }

  async function begin(): Promise<void> {
    await app.whenReady();
    overhead = compose(launch, log);
    if (!launch.hidden) overhead.openWindow();
  }

  begin().catch((error: unknown) => {
    log.error('could not start', error);
    process.stderr.write(`Overhead could not start: ${String(error)}\n`);
    app.exit(1);
  });
}
