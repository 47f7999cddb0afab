import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '../language/language.ts';
import type { Transit } from './sky/transit.ts';
import { distanceInWords, lineCertainty, transitTime } from './transit-words.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

it.each([
  ['de-DE', 30, '30 km'],
  ['en-GB', 30, '19 mi'],
  ['en-US', 10, '6.2 mi'],
  ['en-IE', 5, '5 km'],
  ['en-IE', 0.44, '0.4 km'],
  ['en-IE', 9.46, '9.5 km'],
  ['en-IE', 10, '10 km'],
  ['en-IE', 10.4, '10 km'],
])('distanceInWords writes distances in the unit of the region: %s', (formats, km, words) => {
  setLanguage({ language: 'en', formats });
  expect(distanceInWords(km)).toBe(words);
});

it('transitTime writes the seconds of a transit only if they are certain', () => {
  const now = new Date(2026, 10, 20, 12).getTime();
  const t = new Date(2026, 10, 20, 18, 4, 55).getTime() / 1000;
  setLanguage({ language: 'en', formats: 'en-GB' });
  expect(transitTime(t, now, 1)).toBe('18:04:55');
  expect(transitTime(t, now, 10)).toBe('18:04');
  expect(transitTime(t + 86_400, now, 1)).toBe('Sat 21 Nov, 18:04:55');
});

it.each([
  ['go', null, /^Go: the line is known to ±\s2\skm/],
  ['go', -1, /^Go: /],
  ['wait', 20, /^Wait: the line is known to ±\s2\skm\. .* about .*08:00\.$/],
  ['decide later', 60, /^Too early to decide: .* about .*00:00\.$/],
])(
  'lineCertainty advises to %s if the line is good enough in %s hours',
  (_advice, hours, words) => {
    setLanguage({ language: 'en', formats: 'en-IE' });
    const now = new Date(2026, 10, 21, 12).getTime();
    const goodAt = hours === null ? null : now / 1000 + hours * 3600;
    const transit = { lineSigmaKm: 1, goodAt } as Transit;
    expect(lineCertainty(transit, now)).toMatch(words);
  },
);
