import { providers } from '#shared/picture/providers.ts';
import { liveServiceUrls, pictureUrlsOf, type ServiceUrls } from '#shared/settings/settings.ts';
import type { ServiceName } from '#shared/state.ts';
import type { RequestTarget } from '#platform/recorder/exchanges.ts';

const publicDomains = [
  ...new Set(Object.values(providers).flatMap((provider) => provider.domains)),
];
const publicHosts = new Set(
  [...Object.values(liveServiceUrls), ...Object.values(providers).map(({ url }) => url)].map(
    (url) => new URL(url).hostname,
  ),
);

/** The name of a public host of the services; null for any other host. */
function publicHost({ hostname }: URL): string | null {
  const isKnown =
    publicHosts.has(hostname) ||
    publicDomains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  return isKnown ? hostname : null;
}

/** If all services have one address, the path identifies the service. */
const pathPatternOfService: Readonly<Record<ServiceName, RegExp>> = {
  position: /\/iss-now\.json$/,
  posts: /\/posts(\/\d+)?$/,
  picture: /^/,
};

/**
 * Returns the target of a request to a URL, by the base addresses in use. A URL that is below no base address counts as
 * the file of a picture. `urls` is null while the base addresses are not known.
 */
export function requestTargetOf(url: URL, urls: ServiceUrls | null): RequestTarget {
  const host = publicHost(url);
  const bases: readonly (readonly [ServiceName, readonly string[]])[] =
    urls === null
      ? []
      : [
          ['position', [urls.position]],
          ['posts', [urls.posts]],
          ['picture', Object.values(pictureUrlsOf(urls))],
        ];
  for (const [service, addresses] of bases) {
    if (!pathPatternOfService[service].test(url.pathname)) continue;
    const base = addresses
      .map((address) => URL.parse(address))
      .find((one) => one?.origin === url.origin && isPathBelow(url.pathname, one.pathname));
    if (base !== null && base !== undefined)
      return { service, host, basePath: base.pathname.replace(/\/+$/, '') };
  }
  return { service: 'picture', host, basePath: null };
}

const isPathBelow = (path: string, base: string): boolean =>
  `${path}/`.startsWith(`${base.replace(/\/+$/, '')}/`);
