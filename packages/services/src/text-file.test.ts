import { expect, it } from 'vitest';
import { decodeTextFile } from './text-file.ts';

const text = '1 25544U\n2 25544\n';
const utf16 = Buffer.from(text, 'utf16le');

it.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark and CR LF', Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`)],
  ['CR', Buffer.from(text.replaceAll('\n', '\r'))],
  ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 BE with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('reads %s', (_name, bytes) => {
  expect(decodeTextFile(bytes)).toBe(text);
});

it.each<[string, Uint8Array]>([
  ['UTF-16 without a mark', utf16],
  ['UTF-32', Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(utf16.buffer)])],
  ['Latin-1', Buffer.from('Grüße', 'latin1')],
])('refuses %s', (_name, bytes) => {
  expect(decodeTextFile(bytes)).toBeNull();
});
