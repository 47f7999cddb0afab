import type { Admission } from '#platform/http/http.ts';

/** NASA serves the pictures from several hosts of its own, and the editors from theirs. */
const trustedDomains = ['nasa.gov', 'apod.com'];

/** Where the stills of videos lie, besides. */
const stillHosts = new Set(['img.youtube.com', 'i.ytimg.com', 'i.vimeocdn.com']);

/**
 * Which addresses a picture may come from: a configured service's own origin, wherever that is; else
 * https, a host of NASA, of the editors, of stills or the service's own, and a public address.
 */
export function pictureAddressPolicy(serviceUrls: readonly string[]): (url: URL) => Admission {
  const services = serviceUrls.map((url) => URL.parse(url)).filter((url) => url !== null);
  return (url) => {
    if (url.username + url.password !== '') return { refused: 'it holds a name or a password' };
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    if (isWeb && services.some(({ origin }) => origin === url.origin)) return 'own';
    if (url.protocol !== 'https:') return { refused: 'it is not https' };
    const trusted =
      trustedDomains.some((one) => url.hostname === one || url.hostname.endsWith(`.${one}`)) ||
      stillHosts.has(url.hostname) ||
      services.some(({ hostname }) => hostname === url.hostname);
    return trusted ? 'public' : { refused: `${url.hostname} is not a host of the service` };
  };
}
