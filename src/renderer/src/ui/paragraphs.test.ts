import { expect, it } from 'vitest';
import { hostOf, piecesOf } from './paragraphs.ts';

const text = 'A galaxy near M31 in the sky';
const href = 'https://www.nasa.gov/x';

it('piecesOf splits a text at its links', () => {
  const links = [
    { from: 2, to: 8, href },
    { from: 14, to: 17, href },
  ];
  const pieces = piecesOf(text, links);
  expect(pieces.map((piece) => piece.text)).toEqual([
    'A ',
    'galaxy',
    ' near ',
    'M31',
    ' in the sky',
  ]);
  expect(pieces.filter((piece) => piece.href !== null)).toHaveLength(2);
});

it('piecesOf keeps the whole text for any links', () => {
  const odd = [
    { from: 20, to: 99, href },
    { from: 0, to: 1, href },
    { from: 0, to: 5, href },
  ];
  for (const links of [[], odd, [...odd].reverse()])
    expect(
      piecesOf(text, links)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
});

it('hostOf returns the host of a link', () => {
  expect(hostOf(href)).toBe('nasa.gov');
});
