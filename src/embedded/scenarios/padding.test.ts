import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { padded, paddedGzip } from './padding.ts';

const gather = (pieces: Iterable<Uint8Array>): Buffer => Buffer.concat([...pieces]);
const mebibyte = 1024 * 1024;

/** Lengths around the borders of blocks. */
const length = fc.oneof(
  fc.nat(100),
  fc
    .constantFrom(64 * 1024, mebibyte)
    .chain((size) => fc.integer({ min: size - 1, max: size + 1 })),
  fc.nat(3 * mebibyte),
);
const json = fc.jsonValue().map((value) => JSON.stringify(value));

describe('padding', () => {
  test('makes valid JSON longer by what was asked for', () => {
    fc.assert(
      fc.property(json, length, (text, bytes) => {
        const made: unknown = JSON.parse(gather(padded(text, bytes)).toString());
        const value: unknown = JSON.parse(text);
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        const { padding, ...rest } = made as Record<string, unknown>;
        expect(padding).toHaveLength(bytes);
        expect(rest).toEqual(isObject ? value : { value });
      }),
      { numRuns: 50 },
    );
  });

  test('is the same unpacked', () => {
    fc.assert(
      fc.property(json, length, (text, bytes) => {
        // Node checks the sum and the length of what it unpacks.
        const unpacked = gunzipSync(gather(paddedGzip(text, bytes)));
        expect(unpacked.equals(gather(padded(text, bytes)))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('a bomb is a thousandth of what it becomes', () => {
    const bomb = gather(paddedGzip('{"a":1}', 256 * mebibyte));
    expect(bomb.length).toBeLessThan((256 * mebibyte) / 900);
  });
});
