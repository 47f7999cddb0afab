import { app } from 'electron';

/**
 * The end of a session, or of a shell, ends the app in good order. Electron does so by itself until a library listens
 * for signals; the one that writes files for electron-store does, and lets the signal kill whoever does not listen.
 */
export function quitOnSignals(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => app.quit());
}
