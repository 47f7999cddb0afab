import { describe, expect, it } from 'vitest';
import { createTextDecoder, decodeText, NotTextError } from './text-decoder.ts';

const text = '# Grüße vom Pass\n\nHell wie die Venus. 🛰';
const utf16 = (value: string, isBigEndian: boolean): Buffer => {
  const bytes = Buffer.from(value, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

const japanese = '　今夜は一番の月食\n最高です。';
const utf32 = (value: string, isBigEndian: boolean): Buffer => {
  const bytes = Buffer.from(Uint32Array.from(value, (each) => each.codePointAt(0) ?? 0).buffer);
  return isBigEndian ? bytes.swap32() : bytes;
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

  it.each([japanese, '月\n', 'Привет\n', 'שלום עולם', '一\n最', japanese.repeat(1000)])(
    'reads %j in UTF-16 without a mark',
    (value) => {
      for (const isBigEndian of [false, true])
        expect(decodeText(utf16(value, isBigEndian))).toBe(value);
    },
  );

  it('keeps a control character in UTF-8', () => {
    expect(decodeText(Buffer.from('one two\x1f three \0 four\bfive\n'))).toBe(
      'one two\x1f three \0 four\bfive\n',
    );
  });

  it('decodes a file of several megabytes in one call', () => {
    const large = text.repeat(100_000);
    expect(decodeText(Buffer.from(large))).toBe(large);
  });

  it('keeps a CR in a text whose lines end with line feeds', () => {
    expect(decodeText(Buffer.from('one\ntwo\rthree\r\n'))).toBe('one\ntwo\rthree\r\n');
  });

  it('reads an empty file', () => {
    expect(decodeText(new Uint8Array())).toBe('');
  });

  it.each([
    ['Latin-1', Buffer.from(text, 'latin1')],
    ['UTF-32 LE with a mark', utf32(`\uFEFF${text}`, false)],
    ['UTF-32 BE with a mark', utf32(`\uFEFF${text}`, true)],
    ['UTF-32 LE without a mark', utf32(text, false)],
    ['UTF-32 BE without a mark', utf32(text, true)],
    ['Japanese in UTF-32 LE', utf32(japanese, false)],
    ['Japanese in UTF-32 BE', utf32(japanese, true)],
    ['kanji in UTF-16 LE without a mark', utf16('月食', false)],
    ['kana in UTF-16 LE without a mark', utf16('ステーション', false)],
    ['kana in UTF-16 BE without a mark', utf16('ステーション', true)],
    ['Shift_JIS', Buffer.from([0x8c, 0x8e, 0x90, 0x48, 0x0a])],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
    ['half a character at the end', Buffer.from('ü').subarray(0, 1)],
  ])('refuses %s', (_name, bytes) => {
    expect(decodeText(bytes)).toBeNull();
    const decoder = createTextDecoder();
    expect(() => decoder.part(bytes) + decoder.end()).toThrow(NotTextError);
  });
});
