import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstHeading,
  frequentTags,
  hasTagsOf,
  parseBlocks,
  parseInlines,
  tagsOfPost,
  type Block,
  type Inline,
} from './markdown.ts';

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
    ['**a *b _c `d`_ b* a**', '<strong>a <em>b <em>c `d`</> b</> a</>'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    [String.raw`\*not\* in italics`, '*not* in italics'],
    ['[NASA](https://nasa.gov/iss)', '<link https://nasa.gov/iss>NASA</>'],
    ['See https://nasa.gov/iss.', 'See <link https://nasa.gov/iss>https://nasa.gov/iss</>.'],
    ['(https://nasa.gov/iss)', '(<link https://nasa.gov/iss>https://nasa.gov/iss</>)'],
    ['cut https://nasa.gov/is…', 'cut https://nasa.gov/is…'],
    [
      'See https://en.wikipedia.org/wiki/Orion_(constellation) tonight',
      'See <link https://en.wikipedia.org/wiki/Orion_(constellation)>https://en.wikipedia.org/wiki/Orion_(constellation)</> tonight',
    ],
    [
      '(https://en.wikipedia.org/wiki/Mercury_(planet)).',
      '(<link https://en.wikipedia.org/wiki/Mercury_(planet)>https://en.wikipedia.org/wiki/Mercury_(planet)</>).',
    ],
    [
      '[Cygnus](https://en.wikipedia.org/wiki/Cygnus_(spacecraft))!',
      '<link https://en.wikipedia.org/wiki/Cygnus_(spacecraft)>Cygnus</>!',
    ],
    ['（https://nasa.gov/iss）。', '（<link https://nasa.gov/iss>https://nasa.gov/iss</>）。'],
    ['https://nasa.gov/iss、次', '<link https://nasa.gov/iss>https://nasa.gov/iss</>、次'],
    ['[no](javascript:alert(1))', '[no](javascript:alert(1))'],
    ['[no](file:///etc/passwd)', '[no](file:///etc/passwd)'],
    ['<b onclick="x">text</b>', '<b onclick="x">text</b>'],
    ['with #aurora here', 'with <tag>#aurora</> here'],
    ['https://nasa.gov/iss#part', '<link https://nasa.gov/iss#part>https://nasa.gov/iss#part</>'],
    ['**never closed', '**never closed'],
    ['https://[ and', 'https://[ and'],
    [
      'https://a.b/(c))). https://a.b/c]]',
      '<link https://a.b/(c)>https://a.b/(c)</>)). <link https://a.b/c>https://a.b/c</>]]',
    ],
    [
      'https://a.b/((c) https://a.b/[c]',
      '<link https://a.b/((c)>https://a.b/((c)</> <link https://a.b/[c]>https://a.b/[c]</>',
    ],
    [
      '*https://a.b/c* _https://a.b/d_!',
      '<em><link https://a.b/c>https://a.b/c</></> <em><link https://a.b/d>https://a.b/d</></>!',
    ],
    ['[*a* #b](https://c.d)', '<link https://c.d>*a* #b</>'],
    ['a\\\\b \\q \\*', 'a\\b \\q *'],
    ['#a#b, x#c', '<tag>#a</>#b, x#c'],
  ])('parses %j as %j', (text, pieces) => {
    expect(drawn(parseInlines(text))).toBe(pieces);
  });
});

describe('parseBlocks', () => {
  it.each<[string, string[]]>([
    ['one\ntwo\n\nthree', ['paragraph: one\ntwo', 'paragraph: three']],
    ['## The night\nwas clear', ['heading: The night', 'paragraph: was clear']],
    ['# About C#', ['heading: About C#']],
    ['## Notes ##', ['heading: Notes']],
    ['# t\r\n\r\n- c\r\n', ['heading: t', 'list •: c']],
    [
      'First light\n===\nSaw it.\n\n---',
      ['heading: First light', 'paragraph: Saw it.', 'paragraph: ---'],
    ],
    ['#aurora is no heading', ['paragraph: <tag>#aurora</> is no heading']],
    ['Seen:\n- Venus\n- *Mars*\n  low', ['paragraph: Seen:', 'list •: Venus | <em>Mars</>\nlow']],
    ['3. three\n4) four', ['list 3: three | four']],
    ['- a\n1. b', ['list •: a', 'list 1: b']],
    ['```\n**raw** #x\n```\nend', ['code: **raw** #x', 'paragraph: end']],
    ['```\nnever closed', ['paragraph: ```\nnever closed']],
    ['-5 degrees', ['paragraph: -5 degrees']],
    ['\n \n', []],
    ['a\nb\n```\nc\n\nd\n```\n```\ne\n```', ['paragraph: a\nb', 'code: c\n\nd', 'code: e']],
    ['a ```\nb\n```\nc\n   ```\nd', ['paragraph: a ```\nb', 'code: c', 'paragraph: d']],
    ['a\n    ```\nb\n```', ['paragraph: a\n    ```\nb\n```']],
    ['a\nb\n--', ['heading: a\nb']],
    ['a\n-', ['paragraph: a\n-']],
    ['a\n=\n', ['heading: a']],
    ['a\n   == \t\nb\n    ==', ['heading: a', 'paragraph: b\n    ==']],
    ['a\n== b\n', ['paragraph: a\n== b']],
    ['- a\n===', ['list •: a', 'paragraph: ===']],
    ['a\n# b\nc', ['paragraph: a', 'heading: b', 'paragraph: c']],
    ['  a  \n b  ', ['paragraph: a  \n b']],
    ['###### a\n####### b', ['heading: a', 'paragraph: ####### b']],
    ['   # a\n    # b', ['heading: a', 'paragraph: # b']],
    ['# \t a # # \t#\t \n', ['heading: a # #']],
    ['#\ta#\n# #', ['heading: a#', 'paragraph: # #']],
    ['x # a', ['paragraph: x # a']],
    ['* a\n+ b\n - c\n   - d', ['list •: a | b | c | d']],
    ['- a\n    - b\n      c \n d', ['list •: a\n- b\nc', 'paragraph: d']],
    ['1. a\n  - b\n2) c', ['list 1: a\n- b | c']],
    ['- a\n\n- b', ['list •: a', 'list •: b']],
    ['123456. a\n1234567. b\n1.c', ['list 123456: a', 'paragraph: 1234567. b\n1.c']],
    ['x - a\n-  ', ['paragraph: x - a\n-']],
    ['a\rb\r\rc', ['paragraph: a\nb', 'paragraph: c']],
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

describe('firstHeading', () => {
  it.each([
    ['text\n\n# One #\n# Two', 'One'],
    ['```sh\n# a comment\n```\n# One', 'One'],
    ['First light\n===========\n\nSaw it.', 'First light'],
    ['First \n  light  \n---', 'First light'],
    ['no heading', undefined],
  ])('is the first heading that the page draws, in %j: %s', (text, heading) => {
    expect(firstHeading(text.split('\n'))?.text).toBe(heading);
  });

  it('has the lines from its text to its underline', () => {
    expect(firstHeading(['', 'a', 'b', '==', 'c'])).toEqual({ text: 'a b', from: 1, to: 4 });
    expect(firstHeading(['a', '# b', 'c'])).toEqual({ text: 'b', from: 1, to: 2 });
    expect(firstHeading(['a', '', 'c'])).toBeNull();
  });
});

it('reads each line of a text of opening fences and headings a fixed number of times', () => {
  let reads = 0;
  const countReads = (count: number): number => {
    const lines = new Proxy(
      Array.from({ length: count }, (_, index) => (index % 2 === 0 ? '```x' : 'text')),
      {
        get(target, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
          return Reflect.get(target, key, receiver) as unknown;
        },
      },
    );
    reads = 0;
    firstHeading(lines);
    return reads;
  };
  expect(countReads(4000)).toBeLessThan(2.2 * countReads(2000));
});

describe('tagsOfPost', () => {
  it.each<[string, string, string[]]>([
    ['At #Home', 'Seen #aurora and **bold #ISS**', ['#home', '#aurora', '#iss']],
    ['', '```\n#define X\n```', []],
    ['', '`#!/bin/sh`, `#include`', []],
    ['', 'color #ff8800', []],
    ['', String.raw`\#notatag`, []],
    ['', 'https://example.org/?x=#iss', []],
    ['', '[up](#section)', []],
    ['', '_#iss_', ['#iss']],
    ['', '# A heading with #tag\n- an item with #other', ['#tag', '#other']],
  ])('returns the tags that the page draws in %j, %j: %j', (title, body, tags) => {
    expect(tagsOfPost(title, body)).toEqual(tags);
  });
});

describe('hasTagsOf', () => {
  it.each([
    ['#aurora over the lake', '#Aurora', true],
    ['#auroras over the lake', '#aurora', false],
    ['aurora over the lake', '#aurora', false],
    ['#aurora #moon', '#moon lake #aurora', true],
    ['#aurora', '#moon #aurora', false],
    ['`#aurora`', '#aurora', false],
    ['aurora', 'aurora', true],
    ['#Tromsø', '#tromso', true],
    ['#ロケット', '#ろけっと', true],
    ['#Raum\u00adstation', '#raumstation', true],
    ['#کتاب\u200cخوانی', '#کتابخوانی', true],
  ])('decides whether the text %j has the tags of the search %j: %s', (text, searched, isFound) => {
    expect(hasTagsOf('', text, searched)).toBe(isFound);
  });
});

it('frequentTags returns first the tags that occur in the most posts', () => {
  const posts = ['#b #b', '#c #a', '#C', 'none'].map((bodyStart) => ({
    titleStart: '',
    bodyStart,
  }));
  expect(frequentTags(posts, 2)).toEqual(['#c', '#a']);
  expect(frequentTags(posts, 9)).toEqual(['#c', '#a', '#b']);
});
