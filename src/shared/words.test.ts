import { afterEach, describe, expect, it } from 'vitest';
import type { Failure } from './failure.ts';
import { describeFailure, failureSentence } from './failure-words.ts';
import { languages, setLanguage } from './language/language.ts';
import {
  asSentence,
  markSimulated,
  percentageInWords,
  placeInDegrees,
  placeInWholeDegrees,
  placeInWords,
  quantityInWords,
} from './words.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

const reasons = ['dns', 'refused', 'reset', 'tls', 'portal', 'unreachable', 'starting'] as const;
const failures: Failure[] = [
  ...reasons.map((reason) => ({ kind: 'offline', reason }) as const),
  { kind: 'timeout', stage: 'total', afterMs: 15_000 },
  { kind: 'quota', retryAt: null },
  { kind: 'key-refused' },
  { kind: 'not-found' },
  { kind: 'refused', status: 400, message: '' },
  { kind: 'unavailable', status: 503, retryAt: null },
  { kind: 'truncated' },
  { kind: 'not-an-image', found: 'html' },
  { kind: 'no-picture', mediaType: 'video' },
  { kind: 'storage', code: 'ENOSPC' },
  { kind: 'invalid-input', detail: 'settings.change: theme: Invalid option.' },
  { kind: 'login-item', detail: 'The name is not activatable.' },
  { kind: 'terminal-command', code: 'EACCES', command: 'sudo rm /usr/local/bin/overhead' },
  { kind: 'no-file-dialog', detail: 'spawn zenity ENOENT' },
  { kind: 'cancelled' },
];

describe('describeFailure', () => {
  it.each(failures)('can be followed by a full stop or by more words: %o', (failure) => {
    expect(describeFailure(failure)).toMatch(/^[a-z].*[^.?!:;,]$/);
  });

  it('is in English in every language, with the technical detail', () => {
    setLanguage({ language: 'de', formats: 'de' });
    expect(describeFailure({ kind: 'storage', code: 'ENOSPC' })).toBe('the disk is full (ENOSPC)');
    expect(describeFailure({ kind: 'timeout', stage: 'idle', afterMs: 14_600 })).toMatch(
      / \(idle, 15 s\)$/,
    );
    expect(describeFailure({ kind: 'cancelled' })).toBe('it was stopped');
  });

  it('does not mention an API key for a quota, because a service without keys may have a quota', () => {
    expect(describeFailure({ kind: 'quota', retryAt: null })).not.toContain('key');
  });
});

describe('failureSentence', () => {
  it.each(failures)(
    'returns whole sentences without codes or details in every language: %o',
    (failure) => {
      const sentences = languages.map((language) => {
        setLanguage({ language, formats: language });
        return failureSentence(failure);
      });
      for (const text of sentences) {
        expect(text).toMatch(/^[^a-z].*[.。]$/u);
        expect(text).not.toMatch(/503|ENO|Invalid|activatable/);
      }
      expect(new Set(sentences).size).toBe(languages.length);
    },
  );
});

it.each([
  [0, 0, '0.0°\u00a0N\u00a00.0°\u00a0E'],
  [12.34, -45.6, '12.3°\u00a0N\u00a045.6°\u00a0W'],
  [-51.64, 179.96, '51.6°\u00a0S\u00a0180.0°\u00a0E'],
])('placeInWords writes the place %d, %d as %s', (latitude, longitude, words) => {
  expect(placeInWords({ latitude, longitude })).toBe(words);
});

it.each([
  ['de', '12,3°\u00a0N\u00a045,6°\u00a0W', '51,6°\u00a0S\u00a013,4°\u00a0O'],
  ['es', '12,3°\u00a0N\u00a045,6°\u00a0O', '51,6°\u00a0S\u00a013,4°\u00a0E'],
  ['fr', '12,3°\u00a0N\u00a045,6°\u00a0O', '51,6°\u00a0S\u00a013,4°\u00a0E'],
  ['ja', '北緯12.3°\u00a0西経45.6°', '南緯51.6°\u00a0東経13.4°'],
] as const)('placeInWords writes places in %s as %s and %s', (language, one, other) => {
  setLanguage({ language, formats: language });
  expect(placeInWords({ latitude: 12.34, longitude: -45.6 })).toBe(one);
  expect(placeInWords({ latitude: -51.64, longitude: 13.4 })).toBe(other);
});

it.each([
  ['the disk is full', 'The disk is full.'],
  ['is the network there?', 'Is the network there?'],
])('asSentence turns “%s” into one sentence', (words, whole) =>
  expect(asSentence(words)).toBe(whole),
);

it('writes places, shares and quantities with their number of decimal places', () => {
  const place = { latitude: 12.34567, longitude: -45.6 };
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect(
    [placeInWholeDegrees(place), placeInWords(place), placeInDegrees(place)].map(plain),
  ).toEqual(['12° N 46° W', '12.3° N 45.6° W', '12.346° N 45.600° W']);
  expect([0, 42.4, 99.6, 100].map(percentageInWords)).toEqual(['0%', '42%', '100%', '100%']);
  expect(quantityInWords(1234.56, 'kilometer', { maximumFractionDigits: 1 })).toBe(
    '1,234.6\u00a0km',
  );
});

it('asSentence adds a full stop only at the end, and markSimulated a mark only to simulated data', () => {
  expect(['a. b', 'a b!', 'é…'].map(asSentence)).toEqual(['A. b.', 'A b!', 'É…']);
  expect(markSimulated({ simulated: false }, 'a')).toBe('a');
  expect(markSimulated({ simulated: true }, 'a')).toMatch(/^(?!a$).*a/);
});
