import { app } from 'electron';
import { compose, type Overhead } from './compose.ts';
import { parseArguments } from './domain/arguments.ts';
import { settleIdentity } from './shell/identity.ts';
import { openLog } from './shell/log.ts';
import { reportStartFailure } from './shell/start-failure.ts';
import { registerAppScheme } from './shell/windows/app-session.ts';

/** How long the end may take, in milliseconds. What is written down is safe before that. */
const patienceMs = 10_000;

settleIdentity();
if (app.requestSingleInstanceLock()) run();
else app.quit();

function run(): void {
  const launch = parseArguments(process.argv);
  const log = openLog();
  let overhead: Overhead | null = null;
  let stage: 'running' | 'ending' | 'ended' = 'running';
  registerAppScheme();
  process.on('uncaughtException', (error) => log.error('uncaught', error));
  process.on('unhandledRejection', (reason) => log.error('unhandled', reason));

  app.on('second-instance', (_event, args) => {
    if (!parseArguments(args).hidden) overhead?.openWindow();
  });
  app.on('activate', () => overhead?.openWindow());
  // The app lives in the tray: closing the window does not end it.
  app.on('window-all-closed', () => undefined);
  app.on('will-quit', (event) => {
    if (stage === 'ended') return;
    event.preventDefault();
    if (stage === 'running') void end();
  });

  async function end(): Promise<void> {
    stage = 'ending';
    const last = overhead;
    overhead = null;
    const limit = setTimeout(() => app.exit(1), patienceMs);
    await last?.dispose();
    clearTimeout(limit);
    stage = 'ended';
    app.quit();
  }

  async function begin(): Promise<void> {
    await app.whenReady();
    if (stage !== 'running') return;
    overhead = compose(launch, log);
    if (!launch.hidden) overhead.openWindow();
  }

  begin().catch((error: unknown) => {
    log.error('could not start', error);
    reportStartFailure(error);
    app.exit(1);
  });
}
