import { expect, it } from 'vitest';
import { plainText } from './text.ts';

it.each([
  ['Words <a href="https://example.com/?a=1">and a link</a>.', 'Words and a link.'],
  ['A <a href="x" <="" a="">real tag</a>', 'A real tag'],
  ['\n Ada \u0007\n Lovelace\t', 'Ada Lovelace'],
  ['1 < 2 &amp;&lt; 3, if a <b', '1 < 2 &< 3, if a <b'],
])('%j', (text, plain) => expect(plainText(text)).toBe(plain));

it('reads hostile text in one go', () => {
  // Looking for the end of each tag from its beginning would take minutes.
  const text = '<a'.repeat(2 ** 19);
  expect(plainText(text)).toBe(text);
  expect(plainText(`${text}>${text}`)).toBe(text);
});
