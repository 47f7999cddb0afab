import { protocol, session } from 'electron';
import { createAppFileServer, type AppFiles } from './app-files.ts';
import { appScheme, isAppUrl } from './origin.ts';

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/**
 * The session of all windows: in memory, with no permission granted and no address but the app's own.
 * Made with the first window, since a session brings a spare renderer with it.
 */
export function createAppSession(files: AppFiles): Electron.Session {
  const made = session.fromPartition('overhead');
  made.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  made.setPermissionCheckHandler(() => false);
  made.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !isAppUrl(url) }));
  made.protocol.handle(appScheme, createAppFileServer(files));
  return made;
}
