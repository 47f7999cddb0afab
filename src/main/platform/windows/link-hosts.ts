/**
 * Where a link of an explanation may lead without a further question: those who made the pictures, those who explain
 * the sky, and where films of it lie. A name stands for itself and everything below it.
 */
const domains = [
  // Space agencies and observatories, and the editors of the picture.
  'apod.com',
  'nasa.gov',
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
  // What explains.
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
  // Films.
  'youtube.com',
  'youtu.be',
  'vimeo.com',
] as const;

/** The URL when it is https, without user and port, on a host of the list or below one; otherwise null. */
export function openableUrl(address: string): URL | null {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.port !== '') return null;
  if (url.username !== '' || url.password !== '') return null;
  // The dot that may end a name changes nothing about it.
  const host = url.hostname.replace(/\.$/, '');
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`)) ? url : null;
}
