import { expect, it } from 'vitest';
import { liveServiceUrls, successorUrlOf } from './settings.ts';

const successor = 'https://science.nasa.gov';
it.each([
  [liveServiceUrls.picture, successor],
  ['https://api.nasa.gov/', successor],
  ['https://API.nasa.gov:443', successor],
  ['https://mirror.example.org/apod', 'https://mirror.example.org/apod'],
  ['https://api.nasa.gov.example.org', 'https://api.nasa.gov.example.org'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
])('the successor of %s is %s', (picture, expected) => {
  expect(successorUrlOf({ ...liveServiceUrls, picture })).toBe(expected);
});
