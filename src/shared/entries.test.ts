import { m } from '#words';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  isAddress,
  isApiKey,
  readAddress,
  readNumber,
  readServiceAddress,
  withAsciiDigits,
} from './entries.ts';
import { baseUrlSchema, newApiKeySchema } from './settings/settings.ts';

describe('readAddress', () => {
  it.each([
    ['http://proxy.example:3128', 'http://proxy.example:3128'],
    [' https://api.example/v1 ', 'https://api.example/v1'],
    ['\u200ehttps://api.example/v1\u2060', 'https://api.example/v1'],
    ['proxy.corp:3128', 'http://proxy.corp:3128'],
    ['localhost:8080/posts', 'http://localhost:8080/posts'],
    ['127.0.0.1:9', 'http://127.0.0.1:9'],
    ['[::1]:3128', 'http://[::1]:3128'],
    ['[FD00::1]:80', 'http://[FD00::1]:80'],
  ])('reads %s as %s', (typed, address) => {
    expect(readAddress(typed)).toBe(address);
  });

  it.each([
    '',
    'proxy.corp',
    'proxy.corp:99999',
    'http://me@proxy.corp:3128',
    'http://:secret@proxy.corp:3128',
    'x proxy.corp:3128',
    'proxy.corp:3128x',
    'me:secret@proxy.corp:3128',
    'http://me:secret@proxy.corp:3128',
    'http://a.example/?q=1',
    'proxy.corp:3128/#a',
    'ftp://a.example',
    'javascript:alert(1)',
    'http://a.example/\n/b',
    `http://a.example/${'a'.repeat(2048)}`,
  ])('does not accept %j as an address', (typed) => {
    expect(readAddress(typed)).toBeNull();
  });

  it('returns only addresses that baseUrlSchema accepts', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.domain().map((host) => `${host}:3128`),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const address = readAddress(text);
        if (address !== null) expect(baseUrlSchema.parse(address)).toBe(address);
      }),
    );
  });
});

it.each([
  ['position', 'https://iss.example/iss-now.json', 'https://iss.example'],
  ['picture', ' https://api.example/v1/planetary/apod?api_key=k ', 'https://api.example/v1'],
  ['picture', 'https://science.example/wp-json/wp/v2/apod-basic/', 'https://science.example'],
  ['picture', 'https://science.example/feed/apod-basic/', 'https://science.example'],
  ['posts', '127.0.0.1:9/posts', 'http://127.0.0.1:9'],
  ['posts', 'https://posts.example/iss-now.json', 'https://posts.example/iss-now.json'],
  ['posts', 'https://posts.example/posts//', 'https://posts.example'],
  ['position', 'https://iss.example/v1', 'https://iss.example/v1'],
  ['position', 'https://iss.example/v1?q=1', null],
  ['position', '/iss-now.json', null],
] as const)(
  'readServiceAddress reads the address of the %s service %s as %s',
  (service, typed, address) => {
    expect(readServiceAddress(service, typed)).toBe(address);
  },
);

it('isApiKey accepts 1 to 200 letters, digits, points, dashes and underscores', () => {
  for (const key of ['a', 'A-b_c.9', 'x'.repeat(200)]) expect(isApiKey(key)).toBe(true);
  for (const key of ['', 'a b', '!a', 'a!', 'x'.repeat(201)]) expect(isApiKey(key)).toBe(false);
});

it('withAsciiDigits converts the digits of each script, and no other character', () => {
  for (const zero of ['\u0660', '\u06f0', '\u0966', '\u09e6', '\u0e50', '\uff10']) {
    const codePoint = zero.codePointAt(0) ?? 0;
    const digits = Array.from({ length: 12 }, (_, n) => String.fromCodePoint(codePoint - 1 + n));
    expect(withAsciiDigits(digits.join(''))).toBe(`${digits[0]}0123456789${digits[11]}`);
  }
  const others = '12 a\u{1d7cf} \u0ae7';
  expect(withAsciiDigits(`${others} \u066b\uff0e \u066c\uff0c`)).toBe(`${others} .. ,,`);
});

it('newApiKeySchema and baseUrlSchema accept exactly the values that isApiKey and isAddress accept', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(newApiKeySchema.safeParse(text).success).toBe(isApiKey(text));
      expect(baseUrlSchema.safeParse(text).success).toBe(isAddress(text));
    }),
  );
});

describe('readNumber', () => {
  const rule = { least: -500, most: 9000 };
  const numberOf = (text: string, whole = false): number | string => {
    const reading = readNumber(text, { ...rule, whole });
    return reading.ok ? reading.value : reading.problem;
  };

  it.each([
    ['1', 1],
    [' 1.5 ', 1.5],
    ['\u200e1.5\u200f', 1.5],
    ['1,5', 1.5],
    ['1,50', 1.5],
    [',5', 0.5],
    ['0,125', 0.125],
    ['-3', -3],
    ['\u22123,5', -3.5],
    ['+3', 3],
    ['9000', 9000],
    // Arabic, Persian, Devanagari, full-width.
    ['٤٨٫٢', 48.2],
    ['-۴۸', -48],
    ['४८.२', 48.2],
    ['－１２．５', -12.5],
  ])('reads %j as %d', (text, value) => expect(numberOf(text)).toBe(value));

  const range = m.entry_range({ least: '−500', most: '9000' });
  it.each([
    ['', 'Enter a number.'],
    ['9000.1', range],
    ['-501', range],
    ['1e3', range],
    ['12 m', range],
    ['1.2.3', range],
    ['Infinity', range],
    ['1,000', 'The comma can be read in two ways. Write 1000 or 1.'],
    ['123,456', 'The comma can be read in two ways. Write 123456 or 123.'],
    ['1,000.5', range],
    ['١٬٠٠٠', 'The comma can be read in two ways. Write 1000 or 1.'],
    ['𝟏', range],
  ])('refuses %j, with the reason', (text, problem) => expect(numberOf(text)).toBe(problem));

  it('accepts a fraction only if the field allows one', () => {
    expect(numberOf('1,5', true)).toBe(m.entry_range_whole({ least: '−500', most: '9000' }));
    expect(numberOf('1,0', true)).toBe(1);
  });

  it('reads every number that is written with a decimal point or a decimal comma', () => {
    const some = fc.integer({ min: -50_000, max: 900_000 }).map((step) => step / 100);
    fc.assert(
      fc.property(some, (value) => {
        expect(numberOf(String(value))).toBe(value);
        expect(numberOf(String(value).replace('.', ','))).toBe(value);
      }),
    );
  });
});
