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

it('createTextDecoder recognizes the encoding in the first 4096 bytes, and keeps it', () => {
  const decoder = createTextDecoder();
  expect(decoder.part(utf16('x'.repeat(2047), true))).toBe('');
  expect(decoder.part(utf16('y', true))).toBe(`${'x'.repeat(2047)}y`);
  expect(decoder.part(utf16('一', true))).toBe('一');
  expect(decoder.end()).toBe('');
});

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

  it.each([true, false])(
    'trusts a byte order mark more than the text, big-endian: %s',
    (isBigEndian) => expect(decodeText(utf16('\uFEFF一一', isBigEndian))).toBe('一一'),
  );

  it.each([japanese, '月\n', 'Привет\n', 'שלום עולם', '一\n最', japanese.repeat(1000)])(
    'reads %j in UTF-16 without a mark',
    (value) => {
      for (const isBigEndian of [false, true])
        expect(decodeText(utf16(value, isBigEndian))).toBe(value);
    },
  );

  it.each<[string, readonly string[], readonly string[]]>([
    ['a CR LF that is divided', ['a\r', '\nb\r', '\n', '\r\nc'], ['a', '\nb', '\n', '\nc']],
    ['a CR at the end of a part', ['a\r', 'b\r', ''], ['a', '\nb', '']],
    ['a CR after line feeds', ['a\nb\r', 'c\r', '\n'], ['a\nb', '\rc', '\r\n']],
    ['a CR at the start of a part', ['\ra', '\rb'], ['\na', '\nb']],
  ])('unifies the line ends of parts: %s', (_name, parts, expected) => {
    const decoder = createTextDecoder();
    const padding = 'x'.repeat(4096);
    expect(decoder.part(Buffer.from(padding))).toBe(padding);
    const read = parts.map((part) => decoder.part(Buffer.from(part)));
    expect(read).toEqual(expected);
  });

  it('recognizes UTF-16 by the blanks of a long text, and by its letters if it has no blank', () => {
    for (const value of ['一\t', '一 ', '一\n', '月!', '月~', '一ああ', '一a~'])
      for (const isBigEndian of [false, true])
        expect(decodeText(utf16(value, isBigEndian)), value).toBe(value);
    // Without more usual signs in one of the orders, it is little-endian.
    for (const value of ['一あ', '月\x7f', '月\x1f'])
      expect(decodeText(utf16(value, true))).toBe(utf16(value, true).toString('utf16le'));
    // As many plain blanks as blanks beside a NUL: UTF-16. One plain blank more: UTF-8 with NUL characters.
    expect(decodeText(Buffer.from('a\0 b c!!'))).toBe('a戠挠℡');
    expect(decodeText(Buffer.from('a\0 b c d'))).toBe('a\0 b c d');
    expect(decodeText(Buffer.from('\0a\tb\n'))).toBe('\0a\tb\n');
  });

  it('keeps control characters in a later part of UTF-8', () => {
    const decoder = createTextDecoder();
    decoder.part(Buffer.from('x'.repeat(4096)));
    expect(decoder.part(Buffer.from('\x1f'))).toBe('\x1f');
  });

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
