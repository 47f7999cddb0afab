import { expect, it } from 'vitest';
import { openableUrl } from './link-hosts.ts';

it.each([
  'https://apod.nasa.gov/apod/ap261120.html',
  'https://nasa.gov/',
  'https://science.nasa.gov/x?y=1#z',
  'https://www.eso.org/public/',
  'https://de.wikipedia.org/wiki/Orion',
  'https://EN.Wikipedia.ORG/wiki/M42',
  'https://www.youtube.com/watch?v=x',
  'https://nasa.gov./',
  'https://apod.nasa.gov:443/',
])('openableUrl accepts %s', (address) => {
  expect(openableUrl(address)?.protocol).toBe('https:');
});

it.each([
  'http://apod.nasa.gov/',
  'https://apod.nasa.gov:8443/',
  'https://me@apod.nasa.gov/',
  'https://:word@apod.nasa.gov/',
  'https://nasa.gov.example.org/',
  'https://notnasa.gov/',
  'https://gov/',
  'https://example.org/?nasa.gov',
  'https://example.org/nasa.gov',
  'https://apod.nasa.gov@example.org/',
  'https://nasa.gov%2eexample.org/',
  'https://xn--nsa-0na.gov/',
  'https://apod.nаsa.gov/',
  'https://apod.nasa.gov.evil.example/',
  'https://apod.nasa.gov。evil.example/',
  'https://evil.example#@apod.nasa.gov/',
  'https://nasa.gov../',
  'https://[::1]/',
  'https://2130706433/',
  '-oProxyCommand=x',
  'overhead://app/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://nasa.gov/x',
  'nasa.gov',
  '',
])('openableUrl refuses %s', (address) => {
  expect(openableUrl(address)).toBeNull();
});
