import type { Request as PageRequest, Route } from 'playwright-core';
import type { Session } from './session.ts';

/** Whether the app serves this scheme itself. */
type IsOwnScheme = (scheme: string) => boolean;

// The app's addresses are mapped, because Chromium does not navigate to unknown schemes. Names under .invalid have no
// owner.
const mappedAddressPattern = /^https:\/\/([^/?#]+)\.([a-z]+)\.invalid(?=[/?#]|$)/;
const customSchemePattern = /^([a-z]+):\/\/([^/?#]+)/;

/**
 * Maps `scheme://host/path` to an address that Chromium accepts: `https://host.scheme.invalid/path`. Does not change
 * other addresses.
 */
export function toPageUrl(url: string, isOwn: IsOwnScheme): string {
  return url.replace(customSchemePattern, (whole, scheme: string, host: string) =>
    isOwn(scheme) ? `https://${host}.${scheme}.invalid` : whole,
  );
}

/** The address as the app sees it: the inverse of the mapping for Chromium. */
export function fromPageUrl(url: string, isOwn: IsOwnScheme): string {
  return url.replace(mappedAddressPattern, (whole, host: string, scheme: string) =>
    isOwn(scheme) ? `${scheme}://${host}` : whole,
  );
}

/** The decisions that are needed to serve the requests of a page. */
export interface RequestDecisions {
  /** Whether a frame may navigate to `url`. Called for each navigation, also for those that the main process began. */
  mayNavigate(url: string, request: PageRequest): boolean;
  /** Whether the page may open a window at `url`. */
  mayOpen(url: string): boolean;
}

/** The path that a page requests synchronously to find out whether it may open the address in the query. */
export const openPath = '/.stand-in-open';

/** Answers a request of a page: with the handlers of the app's own schemes, or from the network. */
export async function serveRoute(
  route: Route,
  session: Session,
  asked: RequestDecisions,
): Promise<void> {
  const request = route.request();
  const { protocol, webRequest } = session;
  const url = fromPageUrl(request.url(), protocol.isProtocolHandled);
  const { pathname, search } = new URL(url);
  if (pathname === openPath) {
    const targetUrl = fromPageUrl(decodeURIComponent(search.slice(1)), protocol.isProtocolHandled);
    return route.fulfill({ status: asked.mayOpen(targetUrl) ? 200 : 403 });
  }
  if (request.isNavigationRequest() && !asked.mayNavigate(url, request))
    return route.abort('aborted');
  if (!(await webRequest.goesOn(url))) return route.abort('blockedbyclient');
  const handler = protocol.handlerOf(new URL(url).protocol.slice(0, -1));
  if (!handler) return route.continue();
  const body = request.postDataBuffer();
  const response = await handler(
    new Request(url, {
      method: request.method(),
      headers: headersOf(request, protocol.isProtocolHandled),
      ...(body === null ? {} : { body: new Uint8Array(body) }),
    }),
  );
  const headers = Object.fromEntries(response.headers);
  const policy = 'content-security-policy';
  // For Chromium, 'self' is only the mapped address. The policy must also allow the app's own scheme, because the page
  // may use addresses with this scheme.
  if (headers[policy])
    headers[policy] = headers[policy].replaceAll("'self'", `'self' ${new URL(url).protocol}`);
  await route.fulfill({
    status: response.status,
    headers,
    body: Buffer.from(await response.arrayBuffer()),
  });
}

/** The headers with the addresses (`origin`, `referer`) as the app sees them. */
const headersOf = (request: PageRequest, isOwn: IsOwnScheme): [string, string][] =>
  Object.entries(request.headers()).map(([name, value]) => [name, fromPageUrl(value, isOwn)]);
