import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeCall, type Message } from './bus-message.ts';

const hello = encodeCall({
  serial: 7,
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'Hello',
  signature: 'ua{sv}b',
  body: [1, [['väriant', { type: '(sas)', value: ['a', ['b', '']] }]], true],
});
const decoded: Message = {
  type: 1,
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'Hello',
  errorName: null,
  replySerial: null,
  body: [1, [['väriant', ['a', ['b', '']]]], true],
};

describe('decodeMessage', () => {
  it('reads what was written, and leaves what follows', () => {
    const next = Buffer.from('next');
    expect(decodeMessage(Buffer.concat([hello, next]))).toEqual({ message: decoded, rest: next });
  });

  it('waits for the whole message', () => {
    for (let length = 0; length < hello.length; length += 1)
      expect(decodeMessage(hello.subarray(0, length))).toBeNull();
  });

  it('refuses an array of structs without members, which would have no end', () => {
    const call = { serial: 1, destination: 'a.b', path: '/', interface: 'a.b', member: 'C' };
    const variant = encodeCall({ ...call, signature: 'v', body: [{ type: 'auu', value: [1, 2] }] });
    variant.write('a()', variant.lastIndexOf('auu'));
    expect(() => decodeMessage(variant)).toThrow('a struct without members');
  });

  it('reads any bytes, or refuses them with a RangeError', () => {
    const damage = fc.array(fc.tuple(fc.nat(hello.length - 1), fc.nat(255)), { minLength: 1 });
    fc.assert(
      fc.property(damage, (changes) => {
        const bytes = Buffer.from(hello);
        for (const [at, byte] of changes) bytes[at] = byte;
        try {
          decodeMessage(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
