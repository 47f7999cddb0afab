import type { Request as PageRequest, Route } from 'playwright-core';
import type { Session } from './session.ts';

/** Whether the app serves this scheme itself. */
type IsOwnScheme = (scheme: string) => boolean;

// Chromium navigates to no scheme that it does not know, and a name under .invalid belongs to nobody.
const mapped = /^https:\/\/(?:([^/?#]*)\.)?([a-z][a-z0-9-]*)\.invalid(?=[/?#]|$)/i;
const custom = /^([a-z][a-z0-9-]*):\/\/([^/?#]*)/i;

/** `scheme://host/path` as Chromium gets it: `https://host.scheme.invalid/path`. Others stay as they are. */
export function toPageUrl(url: string, isOwn: IsOwnScheme): string {
  return url.replace(custom, (whole, scheme: string, host: string) => {
    if (!isOwn(scheme)) return whole;
    return `https://${host === '' ? '' : `${host}.`}${scheme}.invalid`;
  });
}

/** The way back, for all that the app sees. */
export function fromPageUrl(url: string, isOwn: IsOwnScheme): string {
  return url.replace(mapped, (whole, host: string | undefined, scheme: string) =>
    isOwn(scheme) ? `${scheme}://${host ?? ''}` : whole,
  );
}

/** Scheme and host of an address; 'null' where there is no such thing. */
export function originOf(url: string): string {
  return custom.exec(url)?.[0] ?? 'null';
}

/** What a route asks of the page's contents. */
export interface Asked {
  /** Whether a frame may navigate there; asked only for what the page itself began. */
  mayNavigate(url: string, request: PageRequest): boolean;
  /** Whether the page may open a window at that address. */
  mayOpen(url: string): boolean;
}

/** Where a page asks, and waits for the answer, whether it may open the address in the query. */
export const openPath = '/.stand-in-open';

/** Answers a request of a page: the app's own schemes from their handlers, anything else from the network. */
export async function serveRoute(route: Route, session: Session, asked: Asked): Promise<void> {
  const request = route.request();
  const { protocol, webRequest } = session;
  const url = fromPageUrl(request.url(), protocol.isOwn);
  const method = request.method();
  const { pathname, search } = new URL(url);
  if (pathname === openPath) {
    const wanted = fromPageUrl(decodeURIComponent(search.slice(1)), protocol.isOwn);
    return route.fulfill({ status: asked.mayOpen(wanted) ? 200 : 403 });
  }
  if (request.isNavigationRequest() && !asked.mayNavigate(url, request))
    return route.abort('aborted');
  const resourceType = request.isNavigationRequest() ? 'mainFrame' : 'other';
  if (!(await webRequest.goesOn({ url, method, resourceType })))
    return route.abort('blockedbyclient');
  const handler = protocol.handlerOf(new URL(url).protocol.slice(0, -1));
  if (!handler) return route.continue();
  const body = request.postDataBuffer();
  const response = await handler(
    new Request(url, {
      method,
      headers: headersOf(request, protocol.isOwn),
      ...(body === null ? {} : { body: new Uint8Array(body) }),
    }),
  );
  if (response.type === 'error') return route.abort('failed');
  const headers = Object.fromEntries(response.headers);
  const policy = 'content-security-policy';
  // The page lives at the mapped address, and may still name the app's own in full: both are 'self'.
  if (headers[policy])
    headers[policy] = headers[policy].replaceAll("'self'", `'self' ${new URL(url).protocol}`);
  await route.fulfill({
    status: response.status,
    headers,
    body: Buffer.from(await response.arrayBuffer()),
  });
}

function headersOf(request: PageRequest, isOwn: IsOwnScheme): [string, string][] {
  return Object.entries(request.headers()).map(([name, value]) => [
    name,
    name === 'origin' || name === 'referer' ? fromPageUrl(value, isOwn) : value,
  ]);
}
