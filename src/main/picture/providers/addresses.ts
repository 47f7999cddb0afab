import { decodeHTMLAttribute } from 'entities/decode';

/** Longer than any address of a picture or an article. In characters. */
const longestAddress = 2048;

/**
 * Returns an absolute address from a field of an answer, or null if the field holds none. Answers about old days use
 * `http:` for hosts that serve https, so `http:` becomes `https:`, except for the host of `base` itself.
 *
 * Relative addresses are resolved against the address that was asked, without its query, user name and password:
 * the query may hold the API key.
 *
 * @param base the address that was asked, or the page that holds the address
 */
export function toAddress(value: unknown, base: URL): string | null {
  if (typeof value !== 'string' || value.length > longestAddress) return null;
  const written = decodeHTMLAttribute(value).trim();
  // A bare query or fragment names the service itself, and three slashes a file of the author's computer.
  if (/^($|[#?]|(https?:)?[/\\]{3})/i.test(written)) return null;
  const url = URL.parse(written, base.origin === 'null' ? undefined : base.origin + base.pathname);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.username + url.password !== '') return null;
  if (url.protocol === 'http:' && url.origin !== base.origin) url.protocol = 'https:';
  return url.href;
}
