import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isSameJson, isTree, parseJson, parseJsonOrThrow } from './json.ts';

afterEach(() => void vi.restoreAllMocks());

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('parseJson', () => {
  it('returns the result of JSON.parse for anything that is not nested deeply', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('does not count brackets in strings', () => {
    const text = JSON.stringify({ body: `${'['.repeat(1_000)}\\"${'{'.repeat(1_000)}` });
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('parses 200 nested levels', () => {
    expect(parseJson(nested(200))).toEqual(JSON.parse(nested(200)));
  });

  it('counts only the lists and objects that are open at once', () => {
    for (const text of [`[${'[],'.repeat(300)}[]]`, `[${'{},'.repeat(300)}{}]`])
      expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('returns null for a string without an end', () => {
    for (const text of ['"a', '"a\\', '"']) expect(parseJson(text)).toBeNull();
  });

  it.each([
    `[[],${nested(200)}]`,
    `{"a":{},"b":${nested(200)}}`,
    `["a",${nested(200)}]`,
    nested(201),
    '['.repeat(8_000_000),
    '{"a":'.repeat(500_000),
    `"\\\\"${nested(300)}`,
  ])('refuses deeper nesting without calling JSON.parse', (text) => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(parseJson(text)).toBeNull();
    expect(parse).not.toHaveBeenCalled();
  });

  it('has a variant parseJsonOrThrow that throws for invalid JSON and returns null only for the text `null`', () => {
    expect(parseJsonOrThrow('null')).toBeNull();
    expect(() => parseJsonOrThrow('nul')).toThrow(SyntaxError);
    expect(() => parseJsonOrThrow(nested(201))).toThrow(SyntaxError);
  });
});

it('isTree accepts objects, and neither lists nor other values', () => {
  expect([{}, { a: 1 }].map(isTree)).toEqual([true, true]);
  expect([null, [], 'a', 1, undefined, () => 1].map(isTree)).toEqual(Array(6).fill(false));
});

it('isSameJson compares values with the order of their keys', () => {
  expect(isSameJson({ a: [1], b: undefined }, { a: [1] })).toBe(true);
  expect(isSameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
});
