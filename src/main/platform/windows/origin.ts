/** The scheme of the app's own pages, whose addresses begin with `overhead://app/`. */
export const appScheme = 'overhead';
export const appHost = 'app';
export const appUrl = `${appScheme}://${appHost}/`;
/** The page of the glance window. */
export const glanceUrl = `${appUrl}glance/index.html`;

/** Whether a URL is that of one of the app's own pages. */
export const isAppUrl = (url: string): boolean => url.startsWith(appUrl);

/**
 * Serves the app's scheme in a session. Replaces an earlier handler, because a session still exists when the app is
 * started again within the process.
 */
export function serveScheme(
  { protocol }: Electron.Session,
  answer: (request: Request) => Promise<Response>,
): void {
  if (protocol.isProtocolHandled(appScheme)) protocol.unhandle(appScheme);
  protocol.handle(appScheme, answer);
}
