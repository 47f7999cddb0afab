import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textLinkSchema } from '#shared/picture/picture.ts';
import { plainText, readAddress, readExplanation } from './text.ts';
import { runs } from '#test/support/runs.ts';

const base = new URL('https://science.nasa.gov/image-article/a/');
const textOf = (html: string): string => readExplanation(html, base).text;
const linksOf = (html: string): [string, string][] => {
  const { text, links } = readExplanation(html, base);
  return links.map(({ from, to, href }) => [text.slice(from, to), href]);
};
const sentence =
  'The Moon has a ring of light around it, which crystals of ice in thin clouds make, and which is never far away.';

describe('plainText', () => {
  it.each([
    ['Words <a href="https://example.com/?a=1">and a link</a>.', 'Words and a link.'],
    ['A <a href="x" <="" a="">real tag</a>', 'A real tag'],
    ['\n Ada \u0007\n Lovelace\t', 'Ada Lovelace'],
    ['1 < 2 &amp;&lt; 3', '1 < 2 &< 3'],
    ['Moon&#8217;s &#x201C;Halo&#8221; &#038; M&uuml;ller', 'Moon’s “Halo” & Müller'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['&nosuch; &#146;', '&nosuch; ’'],
    ['<script>alert(1)</script>safe<style>p{}</style>', 'safe'],
    ['<!-- a > b -->seen', 'seen'],
    ['<p>One.</p><p>Two.</p>', 'One. Two.'],
    ['<a>NASA</a> , <a>ESA</a> ; both', 'NASA, ESA; both'],
    ['a magnitude of .5 and (this)', 'a magnitude of .5 and (this)'],
  ])('reads %j', (html, text) => expect(plainText(html)).toBe(text));

  it('makes the text of a service safe to show, also where tags split it', () => {
    const marks = '\u0301'.repeat(6);
    expect(plainText('gepj.&#x202e;fdp\u200b&#xe0041;')).toBe('gepj.fdp');
    expect(plainText(`a${marks}<b>${marks}</b>${marks}`)).toBe(`a${'\u0301'.repeat(8)}`);
  });

  it('cuts a line off after 500 characters, and does not split a character', () => {
    const line = plainText('🚀'.repeat(2 ** 18));
    expect(Array.from(line)).toHaveLength(500);
    expect(line).toMatch(/^(🚀)+…$/u);
    expect(plainText('x'.repeat(500))).toBe('x'.repeat(500));
  });
});

describe('readExplanation', () => {
  it.each([
    '<strong>Explanation:</strong> ',
    '<strong>Explanation: </strong>',
    '<b>Explanation</b>: ',
    '<strong>Explanation:&nbsp;</strong>',
    '<p><b> Explanation: </b>\n',
    '<b> Explanation: </b> <strong>Explanation:</strong> ',
    'Explanation: ',
    '',
  ])('strips the label %j', (label) => expect(textOf(label + sentence)).toBe(sentence));

  it('keeps the word “Explanation” inside the text', () => {
    expect(textOf(`Explanation needed. Explanation: ${sentence}`)).toContain('Explanation: The');
  });

  it.each([
    "<br><br><strong>APOD's email for image submissions has changed.</strong> See <a href='https://a.org'>here</a><br><strong>Tomorrow's picture:</strong> x",
    '<br /><br /><b> Retrospective: </b> all <br />',
    '<br>&nbsp;<br /> <strong>Anything new:</strong> x',
    '<br /><br /> Sky Surprise: <a href="https://a.org">What?</a>',
    '<br>Tomorrow’s picture: x',
    "Tomorrow's picture: x\t\t",
    "APOD's email for image submissions x",
    " APOD's main NASA site is moving",
  ])('removes the notice %j after the explanation', (notice) =>
    expect(textOf(sentence + notice)).toBe(sentence),
  );

  it.each([
    [`${sentence}<br><br>Look up!`, `${sentence}\n\nLook up!`],
    [`${sentence} <b>Bold</b> words.`, `${sentence} Bold words.`],
    [`Short.<br><b>Bold</b> ${sentence}`, `Short.\nBold ${sentence}`],
    [`Short.<br><b>Tomorrow's picture:</b> x`, 'Short.'],
    [`<br><b>Bold</b> ${sentence}`, `Bold ${sentence}`],
    [`${sentence} A gallery: many.`, `${sentence} A gallery: many.`],
    [`Tomorrow's picture: ${sentence}`, `Tomorrow's picture: ${sentence}`],
    [
      `${sentence}<br><br>Look up!<br><br><strong>Tomorrow's picture:</strong> x`,
      `${sentence}\n\nLook up!`,
    ],
  ])('keeps text that is not a notice: %j', (html, text) => expect(textOf(html)).toBe(text));

  it.each<[string, [string, string][]]>([
    ['a <a href="https://a.org/">link here</a> , b', [['link here', 'https://a.org/']]],
    [
      "<A class='x' HREF='https://a.org/?b=1&amp;c=2'> far </A>",
      [['far', 'https://a.org/?b=1&c=2']],
    ],
    ['<a href=/b>relative</a>', [['relative', 'https://science.nasa.gov/b']]],
    ['<a href="https://a.org">open', [['open', 'https://a.org/']]],
    [
      '<a href="https://a.org">one <a href="https://b.org">two</a>',
      [
        ['one', 'https://a.org/'],
        ['two', 'https://b.org/'],
      ],
    ],
    ['<a href="https://a.org"><b>in</b> <i>parts</i></a>', [['in parts', 'https://a.org/']]],
    ['<b>Explanation:</b> the <a href="https://a.org">Moon</a>', [['Moon', 'https://a.org/']]],
    ['<a href="http://a.org/b">old</a>', [['old', 'https://a.org/b']]],
    ['<a href="https://a.org"></a>empty', []],
    ['<a href="///Users/ada/x.html">file</a>', []],
    ['<a href="#top">fragment</a>', []],
    ['<a href="javascript:alert(1)">script</a>', []],
    ['<a href="https://me:secret@a.org">secret</a>', []],
    ['<a name="x">anchor</a> <a href="">nothing</a>', []],
    ['<a data-href="https://a.org">other attribute</a>', []],
  ])('reads the links of %s', (html, links) => expect(linksOf(html)).toEqual(links));

  it('reads hostile text in linear time', () => {
    // A reader that searches for the end of each tag from the beginning of the tag would take minutes.
    for (const piece of [
      '<a',
      '<!--',
      '&',
      '<a href=',
      '<a href="',
      '<p><',
      '</',
      '<br><b>',
      '<b>',
    ])
      textOf(piece.repeat(2 ** 18));
    expect(textOf('y'.repeat(2 ** 20)).length).toBe(2 ** 17);
  });

  it('returns links inside the text, in order, whatever the markup', () => {
    const piece = fc.constantFrom(
      '<a href="https://example.org/x">',
      '<a href="b">',
      '</a>',
      '<p>',
      '</p>',
      '<br/>',
      '<b>',
      '</b>',
      'Explanation:',
      "Tomorrow's picture:",
      ' ',
      ' , ',
      'word',
      '&eacute;',
      '&#160;',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<',
      '&',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const { text, links } = readExplanation(pieces.join(''), base);
        expect(text).toBe(text.trim());
        let last = 0;
        for (const link of links) {
          expect(textLinkSchema.safeParse(link).success).toBe(true);
          expect(link.from).toBeGreaterThanOrEqual(last);
          expect(link.to).toBeLessThanOrEqual(text.length);
          last = link.to;
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});

it('readExplanation breaks lines and leaves content out only at the elements that do so on a page', () => {
  const inLine =
    'km<sup>2</sup>, <abbr>ESA</abbr> <picture>a</picture><track>b <objects>c</objects>';
  expect(textOf(inLine)).toBe('km2, ESA ab c');
  expect(textOf('a<br>b<li>c</li><tr>d<h3>e</h3><center>f</center><object>g</object>h')).toBe(
    'a\nb\nc\nd\n\ne\n\nf\n\nh',
  );
});

it('readExplanation keeps at most 200 links with words', () => {
  const link = (href: string, words: string): string => `<a href="${href}">${words}</a> `;
  const many = Array.from({ length: 201 }, (_, n) => link('https://a.test/', String(n))).join('');
  expect(linksOf(many)).toHaveLength(200);
  expect(linksOf(`x ${link('https://a.test/', '')}${link('ftp://b.test/', 'y')}z`)).toEqual([]);
});

describe('readAddress', () => {
  const request = new URL('https://api.test/v1/day?key=private');
  const atLimit = `https://a.test/${'x'.repeat(2048 - 15)}`;
  it.each([
    [7, null],
    ['', null],
    [' \n', null],
    ['#top', null],
    ['?page=2', null],
    ['///a.jpg', null],
    ['HTTP:///C:/a.jpg', null],
    ['https:\\\\\\a.jpg', null],
    ['ftp://a.test/', null],
    ['javascript:alert(1)', null],
    ['xhttps://a.test/', null],
    ['httpsx://a.test/', null],
    ['https://me:word@a.test/', null],
    ['https://me@a.test/', null],
    ['https://[a/', null],
    [atLimit, atLimit],
    [`${atLimit}x`, null],
    [' a.jpg ', 'https://api.test/v1/a.jpg'],
    ['/a.jpg', 'https://api.test/a.jpg'],
    ['//b.test/a.jpg', 'https://b.test/a.jpg'],
    ['http://b.test/a.jpg', 'https://b.test/a.jpg'],
    ['https://b.test/?a=1&amp;b=2', 'https://b.test/?a=1&b=2'],
  ])('of %j is %j', (value, address) => {
    expect(readAddress(value, request)).toBe(address);
  });

  it('keeps http for the host of the request, and needs a whole address in a file', () => {
    const local = new URL('http://127.0.0.1:8080/day');
    expect(readAddress('a.jpg', local)).toBe('http://127.0.0.1:8080/a.jpg');
    expect(readAddress('http://b.test/', local)).toBe('https://b.test/');
    const file = new URL('file:///home/me/day.html');
    expect(readAddress('a.jpg', file)).toBeNull();
    expect(readAddress('https://b.test/', file)).toBe('https://b.test/');
  });
});
