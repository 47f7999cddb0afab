import { expect, it } from 'vitest';
import { packValue, unpackValue } from './message-values.ts';

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

it.each([
  ['a text', 'a\0ü\u2028'],
  ['numbers', [1, -2.5, NaN, Infinity, -Infinity]],
  ['true, false, null and undefined', [true, false, null, undefined]],
  ['bytes', new Uint8Array([0, 1, 127, 128, 255])],
  ['no bytes', new Uint8Array()],
  ['a date', new Date(1_700_000_000_123)],
  ['nested values', { a: [{ b: undefined }, []], c: {}, '': { is: 'bytes', text: 'AA==' } }],
])('packValue and unpackValue keep %s through JSON', (_, value) => {
  const json = JSON.stringify(packValue(value, toBase64));
  expect(unpackValue(JSON.parse(json), fromBase64)).toStrictEqual(value);
});

it.each([
  ['a map', new Map(), '[object Map]'],
  ['a set in an object', { a: new Set() }, '[object Set]'],
  ['an error', [new Error('a')], '[object Error]'],
  ['a buffer', new ArrayBuffer(1), '[object ArrayBuffer]'],
])('packValue refuses %s', (_, value, name) => {
  expect(() => packValue(value, toBase64)).toThrow(
    new TypeError(`the stand-in cannot send ${name}`),
  );
});
