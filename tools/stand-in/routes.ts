import type { Route, Request as PageRequest } from 'playwright-core';
import { fromPageUrl, toPageUrl } from './page-url.ts';
import type { Session } from './session.ts';

/** Whether a page may navigate there; asked only for what the page itself began. */
export type MayNavigate = (url: string, request: PageRequest) => boolean;

/**
 * Answers a request of a page: the app's own schemes from their handlers. Anything else goes to the
 * network only when the session's onBeforeRequest is there and lets it.
 */
export async function serveRoute(
  route: Route,
  session: Session,
  mayNavigate: MayNavigate,
): Promise<void> {
  const request = route.request();
  const { protocol, webRequest } = session;
  const url = fromPageUrl(request.url(), protocol.isOwn);
  const method = request.method();
  if (request.isNavigationRequest() && !mayNavigate(url, request)) return route.abort('aborted');
  const decision = await webRequest.decide({ url, method });
  if (decision === false) return route.abort('blockedbyclient');
  const handler = protocol.handlerOf(new URL(url).protocol.slice(0, -1));
  if (!handler) return decision === true ? route.continue() : route.abort('blockedbyclient');
  const body = request.postDataBuffer();
  const response = await handler(
    new Request(url, {
      method,
      headers: headersOf(request, protocol.isOwn),
      ...(body === null ? {} : { body: new Uint8Array(body) }),
    }),
  );
  if (response.type === 'error') return route.abort('failed');
  const lists: Record<string, string[]> = {};
  for (const [name, value] of response.headers) (lists[name] ??= []).push(value);
  const amended = await webRequest.amend({ url, method }, lists);
  const headers = Object.fromEntries(
    Object.entries(amended).map(([name, values]) => [name, values.join('\n')]),
  );
  const policy = 'content-security-policy';
  if (headers[policy]) headers[policy] = withOwnOrigin(headers[policy], url);
  await route.fulfill({
    status: response.status,
    headers,
    body: Buffer.from(await response.arrayBuffer()),
  });
}

/** The page lives at the mapped address, and may still name the app's own in full: both are 'self'. */
const withOwnOrigin = (policy: string, url: string): string =>
  policy.replaceAll("'self'", `'self' ${new URL(url).protocol}`);

function headersOf(request: PageRequest, isOwn: (scheme: string) => boolean): [string, string][] {
  return Object.entries(request.headers()).map(([name, value]) => [
    name,
    name === 'origin' || name === 'referer' ? fromPageUrl(value, isOwn) : value,
  ]);
}

/** The address to give to Chromium for one of the app's. */
export const pageUrlFor = (url: string, session: Session): string =>
  toPageUrl(url, session.protocol.isOwn);
