import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textLinkSchema } from '../../../../shared/picture.ts';
import { plainText, readHtml } from './html.ts';

const base = new URL('https://science.nasa.gov/image/a/');
/** The words that each link covers, and where it leads. */
const linksOf = (html: string): [string, string][] => {
  const { text, links } = readHtml(html, base);
  return links.map(({ from, to, href }) => [text.slice(from, to), href]);
};

describe('plainText', () => {
  it.each([
    ['Words <a href="https://example.com/?a=1">and a link</a>.', 'Words and a link.'],
    ['A <a href="x" <="" a="">real tag</a>', 'A real tag'],
    ['\n Ada \u0007\n Lovelace\t', 'Ada Lovelace'],
    ['1 < 2 &amp;&lt; 3, if a <b', '1 < 2 &< 3, if a <b'],
    ['Moon&#8217;s &#x201C;Halo&#8221; &#038; M&uuml;ller &AMP', 'Moon’s “Halo” & Müller &AMP'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['&#0; &#55357; &#99999999; &nosuch;', '&#0; &#55357; &#99999999; &nosuch;'],
    ['&#146;', '’'],
    ['<script>alert(1)</script>safe<style>p{}</style>', 'safe'],
    ['<!-- a > b -->seen', 'seen'],
    ['<p>One.</p><p>Two.</p>', 'One. Two.'],
  ])('%j', (html, text) => expect(plainText(html)).toBe(text));

  it('reads hostile text in one go', () => {
    // Looking for the end of each tag from its beginning would take minutes.
    for (const piece of ['<a', '<!--', '&', '<a href=', '<a href="', '<p><', '</', '\u0301']) {
      const text = piece.repeat(2 ** 18);
      readHtml(text, base);
      readHtml(`${text}>${text}`, base);
      readHtml(`${text}-->${text}`, base);
    }
    expect(readHtml('<a'.repeat(2 ** 15)).text).toBe('<a'.repeat(2 ** 15));
  });

  it('cuts what no title, credit or explanation is as long as', () => {
    const line = plainText('🚀'.repeat(2 ** 18));
    expect(line.length).toBeLessThanOrEqual(500);
    expect(line).toMatch(/^(🚀)+…$/u);
    expect(plainText('x'.repeat(500))).toBe('x'.repeat(500));
    expect(readHtml('y'.repeat(2 ** 20)).text.length).toBe(2 ** 17);
  });
});

describe('readHtml', () => {
  it('sets paragraphs and lines off, and nothing before the first', () => {
    const html = '<p>One\n two.</p>\n\n<p>Three<br>four.</p><ul><li>five</li><li>six</li></ul>\n';
    expect(readHtml(html).text).toBe('One two.\n\nThree\nfour.\n\nfive\nsix');
  });

  it.each<[string, [string, string][]]>([
    ['a <a href="https://a.org/">link here</a>, b', [['link here', 'https://a.org/']]],
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
    ['<a href="https://a.org"></a>empty', []],
    ['<a href="http://a.org">not https</a>', []],
    ['<a href="javascript:alert(1)">script</a>', []],
    ['<a href="https://me:secret@a.org">secret</a>', []],
    ['<a name="x">anchor</a> <a href="">nothing</a>', []],
    ['<a data-href="https://a.org">other attribute</a>', []],
  ])('%s', (html, links) => expect(linksOf(html)).toEqual(links));

  it('gives links that lie inside of the text, in order, whatever the markup', () => {
    const piece = fc.constantFrom(
      '<a href="https://a.org/x">',
      '<a href="b">',
      '</a>',
      '<p>',
      '</p>',
      '<br/>',
      ' ',
      'word',
      '&eacute;',
      '&#160;',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<',
      '>',
      '&',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const { text, links } = readHtml(pieces.join(''), base);
        expect(text).toBe(text.trim());
        let last = 0;
        for (const link of links) {
          expect(textLinkSchema.safeParse(link).success).toBe(true);
          expect(link.from).toBeGreaterThanOrEqual(last);
          expect(link.to).toBeLessThanOrEqual(text.length);
          last = link.to;
        }
      }),
      { numRuns: 1000 },
    );
  });
});
