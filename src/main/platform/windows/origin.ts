/** The app's own pages: `overhead://app/`. */
export const appScheme = 'overhead';
export const appHost = 'app';
export const appUrl = `${appScheme}://${appHost}/`;
/** The page of the glance. */
export const glanceUrl = `${appUrl}glance/index.html`;

/** True for an address of the app's own pages, and for nothing that only looks like one. */
export const isAppUrl = (url: string): boolean => url.startsWith(appUrl);

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
