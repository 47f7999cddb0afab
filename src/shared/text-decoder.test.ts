import { describe, expect, it } from 'vitest';
import { createTextDecoder, decodeText, NotTextError } from './text-decoder.ts';

const text = '# Grüße vom Pass\n\nHell wie die Venus. 🛰';
const utf16 = (value: string, isBigEndian: boolean): Buffer => {
  const bytes = Buffer.from(value, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

describe('decodeText', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 LE with a byte order mark', utf16(`\uFEFF${text}`, false)],
    ['UTF-16 BE with a byte order mark', utf16(`\uFEFF${text}`, true)],
    ['UTF-16 LE without a mark', utf16(text, false)],
    ['UTF-16 BE without a mark', utf16(text, true)],
    ['UTF-8 with CR LF', Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['UTF-8 with CR', Buffer.from(text.replaceAll('\n', '\r'))],
  ])('reads %s, whole and byte by byte', (_name, bytes) => {
    expect(decodeText(bytes)).toBe(text);
    const decoder = createTextDecoder();
    let read = decoder.part(bytes.subarray(0, 2));
    for (const byte of bytes.subarray(2)) read += decoder.part(Uint8Array.of(byte));
    expect(read + decoder.end()).toBe(text);
  });

  it('keeps a CR in a text whose lines end with line feeds', () => {
    expect(decodeText(Buffer.from('one\ntwo\rthree\r\n'))).toBe('one\ntwo\rthree\r\n');
  });

  it('reads an empty file', () => {
    expect(decodeText(new Uint8Array())).toBe('');
  });

  it.each([
    ['Latin-1', Buffer.from(text, 'latin1')],
    ['half a character at the end', Buffer.from('ü').subarray(0, 1)],
  ])('refuses %s', (_name, bytes) => {
    expect(decodeText(bytes)).toBeNull();
    const decoder = createTextDecoder();
    expect(() => decoder.part(bytes) + decoder.end()).toThrow(NotTextError);
  });
});
