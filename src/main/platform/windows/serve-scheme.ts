import { appScheme } from './origin.ts';

/**
 * Answers the app's own addresses in a session. A session outlives what was composed around it: after a restart
 * inside of the process the newest handler answers.
 */
export function serveScheme(
  { protocol }: Electron.Session,
  answer: (request: Request) => Promise<Response>,
): void {
  if (protocol.isProtocolHandled(appScheme)) protocol.unhandle(appScheme);
  protocol.handle(appScheme, answer);
}
