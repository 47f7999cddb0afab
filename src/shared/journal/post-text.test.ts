import { describe, expect, it } from 'vitest';
import { postWritingSchema } from './journal.ts';
import {
  bodyStart,
  fitsDraft,
  fitsRequest,
  jsonBytes,
  maxDraftBytes,
  maxRequestBytes,
  remainingCharacters,
  titleStart,
} from './post-text.ts';

const ofLength = (length: number, character = 'x') => ({
  title: 'T',
  body: character.repeat(length),
});

const roomOf = ({ title, body }: { title: string; body: string }): number | null =>
  remainingCharacters(title.length + body.length, jsonBytes(title) + jsonBytes(body));

describe('remainingCharacters', () => {
  it.each([
    ['a short text', 'x', 1000, null],
    ['a text of two thirds of the limit', 'x', 700_000, null],
    ['a text near the limit', 'x', 1_000_000, 48_453],
    ['a text that is too long', 'x', 1_100_000, -51_547],
    ['a text that is too long, with three bytes for each character', '雪', 400_000, -50_516],
  ])('estimates the remaining characters for %s', (_what, character, length, room) => {
    expect(roomOf(ofLength(length, character))).toBe(room);
  });

  it('returns a negative number exactly when the text cannot be published', () => {
    for (const character of ['x', 'é', '雪', '\u0001', '"'])
      for (const share of [0.95, 0.999, 1, 1.001, 1.05]) {
        const bytes = jsonBytes(character);
        const text = ofLength(Math.round((maxRequestBytes * share) / bytes), character);
        expect((roomOf(text) ?? 0) >= 0).toBe(fitsRequest(text));
      }
  });
});

describe('a text that is too long to publish', () => {
  const id = '00000000-0000-4000-8000-000000000001';

  it('is accepted as a draft up to the limit of drafts, but not for publishing', () => {
    const text = ofLength(2_000_000);
    expect(fitsDraft(text)).toBe(true);
    expect(postWritingSchema.safeParse({ id, publish: false, ...text }).success).toBe(true);
    expect(postWritingSchema.safeParse({ id, publish: true, ...text }).success).toBe(false);
    const endless = ofLength(maxDraftBytes);
    expect(postWritingSchema.safeParse({ id, publish: false, ...endless }).success).toBe(false);
  });
});

it('fitsRequest and fitsDraft accept exactly the bytes of their limits', () => {
  // The names of the fields, quotes and braces, and the title, as JSON.
  const others = JSON.stringify(ofLength(0)).length;
  for (const [fits, most] of [
    [fitsRequest, maxRequestBytes - 100],
    [fitsDraft, 4 * 1024 * 1024],
  ] as const) {
    expect([fits(ofLength(most - others)), fits(ofLength(most - others + 1))]).toEqual([
      true,
      false,
    ]);
    const half = Math.floor((most - others) / 2);
    expect([fits(ofLength(half, 'é')), fits(ofLength(half + 1, 'é'))]).toEqual([true, false]);
    expect(fits({ title: 'x'.repeat(most + 1), body: 'x'.repeat(most + 1) })).toBe(false);
  }
});

it.each([
  [titleStart, 200],
  [bodyStart, 400],
])('%o returns the beginning of a text, without half a character', (start, length) => {
  const of = (text: string) => start({ title: text, body: text });
  const text = 'ab'.repeat(length / 2);
  expect(of(text)).toBe(text);
  expect(of(`${text}c`)).toBe(`${text}…`);
  expect(of(`${text.slice(1)}🛰`)).toBe(`${text.slice(1)}…`);
  expect(of(`🛰${text}`)).toBe(`🛰${text.slice(0, -2)}…`);
});
