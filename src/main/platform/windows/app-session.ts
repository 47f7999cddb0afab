import { protocol, session } from 'electron';
import { createAppFileServer, type AppFiles } from './app-files.ts';
import { closeSession } from './harden.ts';
import { appScheme, serveScheme } from './origin.ts';

/** Registers the app's scheme. Call this before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/**
 * Creates the session of all windows: in memory, with few permissions, and limited to the app's own addresses. Call
 * this only when the first window is created, because a session takes memory.
 */
export function createAppSession(files: AppFiles, devTools: boolean): Electron.Session {
  const ownSession = session.fromPartition('overhead');
  closeSession(ownSession, devTools);
  serveScheme(ownSession, createAppFileServer(files));
  return ownSession;
}
