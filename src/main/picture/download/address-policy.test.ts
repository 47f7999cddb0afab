import { expect, it } from 'vitest';
import { pictureAddressPolicy } from './address-policy.ts';

const policy = pictureAddressPolicy(['http://127.0.0.1:4000/base', 'https://example.org']);

it.each([
  ['http://127.0.0.1:4000/image/a.png', 'own'],
  ['https://example.org/a.png', 'own'],
  ['https://apod.nasa.gov/apod/image/a.jpg', 'public'],
  ['https://assets.science.nasa.gov/a.jpg?w=1', 'public'],
  ['https://nasa.gov/a.jpg', 'public'],
  ['https://apod.com/en/image/a.jpg', 'public'],
  ['https://notapod.com/a.jpg', 'refused'],
  ['https://img.youtube.com/vi/x/0.jpg', 'public'],
  ['https://example.org:8443/a.png', 'public'],
  ['http://apod.nasa.gov/a.jpg', 'refused'],
  ['http://img.youtube.com/vi/x/0.jpg', 'refused'],
  ['http://example.org/a.png', 'refused'],
  ['http://127.0.0.1:4001/image/a.png', 'refused'],
  ['https://notnasa.gov/a.jpg', 'refused'],
  ['https://nasa.gov.example.com/a.jpg', 'refused'],
  ['https://www.youtube.com/a.jpg', 'refused'],
  ['https://me:secret@apod.nasa.gov/a.jpg', 'refused'],
  ['file:///etc/passwd', 'refused'],
  ['data:image/png,x', 'refused'],
])('%s is %s', (url, expected) => {
  const admission = policy(new URL(url));
  expect(typeof admission === 'object' ? 'refused' : admission).toBe(expected);
});
