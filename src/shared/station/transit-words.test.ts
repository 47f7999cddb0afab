import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../language/language.ts';
import type { Transit } from './sky/transit.ts';
import {
  chanceInWords,
  tenthsLeftInWords,
  distanceInWords,
  lineCertainty,
  lookInWords,
  motionInWords,
  transitTime,
  oneDecimal,
} from './transit-words.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

it.each([
  ['de-DE', 30, '30\u00a0km'],
  ['en-GB', 30, '19\u00a0mi'],
  ['en-US', 10, '6.2\u00a0mi'],
  ['en-IE', 5, '5\u00a0km'],
  ['en-IE', 0.44, '0.4\u00a0km'],
  ['en-IE', 9.46, '9.5\u00a0km'],
  ['en-IE', 10, '10\u00a0km'],
  ['en-IE', 10.4, '10\u00a0km'],
])('distanceInWords writes distances in the unit of the region: %s', (formats, km, words) => {
  setLanguage({ language: 'en', formats });
  expect(distanceInWords(km)).toBe(words);
});

it('oneDecimal rounds to a tenth', () => {
  expect([2, 2.06].map(oneDecimal)).toEqual(['2', '2.1']);
});

it('transitTime writes the seconds of a transit only if they are certain', () => {
  const now = new Date(2026, 10, 20, 12).getTime();
  const t = new Date(2026, 10, 20, 18, 4, 55).getTime() / 1000;
  setLanguage({ language: 'en', formats: 'en-GB' });
  expect(transitTime(t, now, 1)).toBe('18:04:55');
  expect(transitTime(t, now, 2.5)).toBe('18:04:55');
  expect(transitTime(t, now, 2.6)).toBe('18:04');
  expect(transitTime(t + 86_400, now, 1)).toBe('Sat 21 Nov, 18:04:55');
});

it.each([
  ['go', null, 1, /^Go: the line is known to ±\s2\skm/],
  ['go', -1, 1, /^Go: /],
  ['wait', 20, 1, /^Wait: the line is known to ±\s2\skm\. .* around .*08:00\.$/],
  ['stay', 60, 5, /^No: the line is only known to ±\s10\skm\. .* around .*00:00\.$/],
])(
  'lineCertainty advises to %s if the line is good enough in %s hours and known to %d km now',
  (_advice, hours, lineSigmaKm, words) => {
    setLanguage({ language: 'en', formats: 'en-IE' });
    const now = new Date(2026, 10, 21, 12).getTime();
    const goodAt = hours === null ? null : now / 1000 + hours * 3600;
    const some = { lineSigmaKm, halfWidthKm: 3, separation: 0, discRadius: 1, goodAt };
    expect(lineCertainty(some as Transit, now)).toMatch(words);
  },
);

it('chanceInWords says the chance from the place and from the line, and never promises', () => {
  const some = { lineSigmaKm: 1, halfWidthKm: 5, separation: 1, discRadius: 1 } as Transit;
  expect(chanceInWords(some)).toBe(
    'Chance that it crosses the disc: 50% from your place, 99% from the center line.',
  );
});

describe('lookInWords', () => {
  const berlin = { latitude: 52.5, longitude: 13.4, altitude: 40 };
  const look = { azimuth: 213.4, elevation: 41, seconds: 0.84 };

  it('names the azimuth in degrees, and beside the Moon the height of the Sun', () => {
    // Local noon in midwinter: the Sun stands 90° − 52.5° − 23.4° high.
    const t = Date.UTC(2026, 11, 21, 11, 5) / 1000;
    expect(lookInWords({ ...look, body: 'moon', t } as Transit, berlin)).toEqual([
      expect.stringMatching(/^Look southwest \(213°\), 41° high\. It takes 0\.8\ss\.$/),
      'The Sun is 14° above the horizon.',
    ]);
  });

  it('says how far the Sun is below the horizon, and does not repeat the height of the Sun itself', () => {
    const t = Date.UTC(2026, 11, 21, 23, 5) / 1000;
    expect(lookInWords({ ...look, body: 'moon', t } as Transit, berlin)[1]).toBe(
      'The Sun is 61° below the horizon.',
    );
    expect(lookInWords({ ...look, body: 'sun', t } as Transit, berlin)).toHaveLength(1);
  });
});

it.each([
  // 36″ at 1° a second: 10 ms for its width, of which a tenth is 1 ms.
  ['1/1000', { rightRate: 0.6, upRate: -0.8 }, 36, '1° in a second, by its own width in 10 ms'],
  ['1/250', { rightRate: 0.2, upRate: 0 }, 36, '0.2° in a second, by its own width in 50 ms'],
  ['1/8000', { rightRate: 2, upRate: 0 }, 4, '2° in a second, by its own width in 1 ms'],
])(
  'motionInWords advises %s s for a blur of a tenth of the station',
  (shutter, rates, silhouette, words) => {
    const some = { chord: rates, silhouette } as Transit;
    expect(motionInWords(some).replaceAll('\u00A0', ' ')).toBe(
      `It moves ${words}: expose for ${shutter} s at most.`,
    );
  },
);

it.each([
  [1000, 1.3, 930_000, '1:10.0 left'],
  [1000, 0.1, 1_002_500, '0:00.0 left'],
  [1000, 0.1, 1_001_440, '0:00.1 left'],
])(
  'tenthsLeftInWords counts tenths to the transit as seen from the place to stand: %d, %d, %d',
  (t, separation, now, words) => {
    const chord = { t: t + 1.5, right: 0, up: 0, rightRate: 1, upRate: 0 };
    expect(tenthsLeftInWords({ t, separation, discRadius: 0.26, chord } as Transit, now)).toBe(
      words,
    );
  },
);
