import { providers } from '#shared/picture/providers.ts';

/**
 * The app opens links in explanations and posts to these hosts only: makers of the pictures, translators, astronomy
 * references and video sites. Each name includes its subdomains.
 */
const openableDomains = [
  // The sources of the picture.
  ...Object.values(providers).flatMap(({ domains }) => domains),
  // Space agencies and observatories.
  'esa.int',
  'eso.org',
  'jaxa.jp',
  'isro.gov.in',
  'esahubble.org',
  'esawebb.org',
  'hubblesite.org',
  'webbtelescope.org',
  'stsci.edu',
  'noirlab.edu',
  'nrao.edu',
  'almaobservatory.org',
  'eventhorizontelescope.org',
  'rubinobservatory.org',
  'skao.int',
  'ligo.org',
  'harvard.edu',
  'caltech.edu',
  'usgs.gov',
  'noaa.gov',
  // Translations of the page of the day.
  'starobserver.org',
  'cidehom.com',
  // Encyclopedias, journals and astronomy sites.
  'wikipedia.org',
  'wikimedia.org',
  'britannica.com',
  'arxiv.org',
  'doi.org',
  'nature.com',
  'astronomy.com',
  'skyandtelescope.org',
  'earthsky.org',
  'space.com',
  'iau.org',
  'aavso.org',
  'messier-objects.com',
  'starwalk.space',
  // Videos.
  'youtube.com',
  'youtu.be',
  'vimeo.com',
];

/**
 * The URL of an address that is https, has no user and no port, and whose host is in `openableDomains` or is a
 * subdomain of a host there; otherwise null.
 */
export function openableUrl(address: string): URL | null {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.port !== '') return null;
  if (url.username !== '' || url.password !== '') return null;
  // `example.org.` is the same host as `example.org`.
  const host = url.hostname.replace(/\.$/, '');
  return openableDomains.some((domain) => host === domain || host.endsWith(`.${domain}`))
    ? url
    : null;
}
