import type { DevTools } from './devtools.ts';
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

/** A request of a page, as the DevTools protocol describes it. */
interface PageRequest {
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    /** The parts of the body, in Base64. */
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
  };
  readonly frameId: string;
  readonly resourceType: string;
}

/** What happens to a request: an answer, the answer of the network, or an error. */
type RequestResult =
  | { readonly status: number; readonly headers?: Headers; readonly body?: Buffer }
  | 'network'
  | { readonly errorReason: 'Aborted' | 'BlockedByClient' };

/** The decisions that are needed to serve the requests of a page. */
interface RequestDecisions {
  /** Whether a frame may navigate to `url`. Called for each navigation, also for those that the main process began. */
  mayNavigate(url: string, frameId: string): boolean;
  /** Whether the page may open a window at `url`. */
  mayOpen(url: string): boolean;
}

/** The path that a page requests synchronously to find out whether it may open the address in the query. */
export const openPath = '/.stand-in-open';

/** Answers a request of a page: with the handlers of the app's own schemes, or from the network. */
async function serveRequest(
  { request, frameId, resourceType }: PageRequest,
  session: Session,
  asked: RequestDecisions,
): Promise<RequestResult> {
  const { protocol, webRequest } = session;
  const url = fromPageUrl(request.url, protocol.isProtocolHandled);
  const { pathname, search, protocol: scheme } = new URL(url);
  if (pathname === openPath) {
    const targetUrl = fromPageUrl(decodeURIComponent(search.slice(1)), protocol.isProtocolHandled);
    return { status: asked.mayOpen(targetUrl) ? 200 : 403 };
  }
  if (resourceType === 'Document' && !asked.mayNavigate(url, frameId))
    return { errorReason: 'Aborted' };
  if (!(await webRequest.goesOn(url))) return { errorReason: 'BlockedByClient' };
  const handler = protocol.handlerOf(scheme.slice(0, -1));
  if (!handler) return 'network';
  const { method, postDataEntries } = request;
  const parts = postDataEntries?.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
  const response = await handler(
    new Request(url, {
      method,
      headers: headersOf(request, protocol.isProtocolHandled),
      ...(parts === undefined ? {} : { body: new Uint8Array(Buffer.concat(parts)) }),
    }),
  );
  const headers = new Headers(response.headers);
  const policy = headers.get(policyName);
  // For Chromium, 'self' is only the mapped address. The policy must also allow the app's own scheme, because the page
  // may use addresses with this scheme.
  if (policy !== null) headers.set(policyName, policy.replaceAll("'self'", `'self' ${scheme}`));
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers, body };
}
const policyName = 'content-security-policy';

/** The headers with the addresses (`origin`, `referer`) as the app sees them. */
const headersOf = ({ headers }: PageRequest['request'], isOwn: IsOwnScheme): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, fromPageUrl(value, isOwn)]);

/** Serves the requests of a page until it ends. Writes a defect of a handler to the console. */
export async function serveRequests(
  page: DevTools,
  session: Session,
  asked: RequestDecisions,
): Promise<void> {
  page.on('Fetch.requestPaused', ({ requestId, ...request }) => {
    void serveRequest(request, session, asked)
      .catch((error: unknown) => {
        console.error(error);
        return { errorReason: 'Failed' } as const;
      })
      .then(async (result) => {
        if (result === 'network') await page.send('Fetch.continueRequest', { requestId });
        else if ('errorReason' in result)
          await page.send('Fetch.failRequest', { requestId, ...result });
        else
          await page.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: result.status,
            responseHeaders: [...(result.headers ?? [])].map(([name, value]) => ({ name, value })),
            body: result.body?.toString('base64') ?? '',
          });
      })
      // The page has dropped the request or has ended.
      .catch(() => undefined);
  });
  await page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}
