import type { Admission } from '../http.ts';

/** NASA serves the pictures of the public service, today from several hosts of its own. */
const trustedDomain = 'nasa.gov';

/**
 * Which addresses a picture may come from: the configured service's own origin, wherever that is; else
 * https, a host of NASA or the service's own, and a public address.
 */
export function pictureAddressPolicy(serviceUrl: string | null): (url: URL) => Admission {
  const service = serviceUrl === null ? null : URL.parse(serviceUrl);
  return (url) => {
    if (url.username + url.password !== '') return { refused: 'it holds a name or a password' };
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    if (isWeb && url.origin === service?.origin) return 'own';
    if (url.protocol !== 'https:') return { refused: 'it is not https' };
    const trusted =
      url.hostname === trustedDomain ||
      url.hostname.endsWith(`.${trustedDomain}`) ||
      url.hostname === service?.hostname;
    return trusted ? 'public' : { refused: `${url.hostname} is not a host of the service` };
  };
}
