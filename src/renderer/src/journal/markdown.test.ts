import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBlocks, parseInlines, type Block, type Inline } from './markdown.ts';

/** Short notation of pieces for tables: `<strong>…</>`. */
const drawn = (pieces: readonly Inline[]): string =>
  pieces
    .map((piece) => {
      if ('text' in piece)
        return piece.kind === 'text' ? piece.text : `<${piece.kind}>${piece.text}</>`;
      const name = piece.kind === 'link' ? `link ${piece.href}` : piece.kind;
      return `<${name}>${drawn(piece.children)}</>`;
    })
    .join('');
const drawnBlock = (block: Block): string => {
  if (block.kind === 'code') return `code: ${block.text}`;
  if (block.kind !== 'list') return `${block.kind}: ${drawn(block.children)}`;
  return `list ${block.start ?? '•'}: ${block.items.map(drawn).join(' | ')}`;
};

describe('parseInlines', () => {
  it.each([
    ['plain words', 'plain words'],
    ['a **bold** word', 'a <strong>bold</> word'],
    ['*in italics*, _so too_', '<em>in italics</>, <em>so too</>'],
    ['**bold *and italics* too**', '<strong>bold <em>and italics</> too</>'],
    ['`a **b** c`', '<code>a **b** c</>'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    [String.raw`\*not\* in italics`, '*not* in italics'],
    ['[NASA](https://nasa.gov/iss)', '<link https://nasa.gov/iss>NASA</>'],
    ['See https://nasa.gov/iss.', 'See <link https://nasa.gov/iss>https://nasa.gov/iss</>.'],
    ['(https://nasa.gov/iss)', '(<link https://nasa.gov/iss>https://nasa.gov/iss</>)'],
    ['cut https://nasa.gov/is…', 'cut https://nasa.gov/is…'],
    ['[no](javascript:alert(1))', '[no](javascript:alert(1))'],
    ['[no](file:///etc/passwd)', '[no](file:///etc/passwd)'],
    ['<b onclick="x">text</b>', '<b onclick="x">text</b>'],
    ['with #aurora here', 'with <tag>#aurora</> here'],
    ['https://nasa.gov/iss#part', '<link https://nasa.gov/iss#part>https://nasa.gov/iss#part</>'],
    ['**never closed', '**never closed'],
  ])('parses %j as %j', (text, pieces) => {
    expect(drawn(parseInlines(text))).toBe(pieces);
  });
});

describe('parseBlocks', () => {
  it.each<[string, string[]]>([
    ['one\ntwo\n\nthree', ['paragraph: one\ntwo', 'paragraph: three']],
    ['## The night\nwas clear', ['heading: The night', 'paragraph: was clear']],
    ['#aurora is no heading', ['paragraph: <tag>#aurora</> is no heading']],
    ['Seen:\n- Venus\n- *Mars*\n  low', ['paragraph: Seen:', 'list •: Venus | <em>Mars</>\nlow']],
    ['3. three\n4) four', ['list 3: three | four']],
    ['- a\n1. b', ['list •: a', 'list 1: b']],
    ['```\n**raw** #x\n```\nend', ['code: **raw** #x', 'paragraph: end']],
    ['```\nnever closed', ['paragraph: ```\nnever closed']],
    ['-5 degrees', ['paragraph: -5 degrees']],
    ['\n \n', []],
  ])('parses %j as %j', (text, blocks) => {
    expect(parseBlocks(text).map(drawnBlock)).toEqual(blocks);
  });

  it('loses no letter of any text', () => {
    const letters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');
    const plain = (pieces: readonly Inline[]): string =>
      pieces.map((piece) => ('text' in piece ? piece.text : plain(piece.children))).join('');
    const shown = (block: Block): string => {
      if (block.kind === 'code') return block.text;
      return block.kind === 'list' ? block.items.map(plain).join('') : plain(block.children);
    };
    const marks = ['*', '**', '_', '`', '\n```\n', '\n', ' ', '- ', '1. ', '# ', '[', ']', '\\'];
    const token = fc.constantFrom(...marks, '#a', 'é', '月', 'b');
    fc.assert(
      fc.property(fc.array(token, { maxLength: 60 }), (tokens) => {
        const text = tokens.join('');
        expect(letters(parseBlocks(text).map(shown).join(''))).toBe(letters(text));
      }),
    );
  });
});
