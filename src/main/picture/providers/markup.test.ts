import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editorsPage } from '#test/support/picture-answers.ts';
import { findDate, readClassicPage, readFeedItems, readMarkup } from './markup.ts';
import { readDayAnswer } from './read-day.ts';
import { readExplanation, readTitle } from './text.ts';

/** Counts the calls of the handler while `readMarkup` parses a text. */
function callsFor(markup: string): number {
  let calls = 0;
  const count = (): void => void (calls += 1);
  readMarkup(markup, () => ({
    ontext: count,
    onopentagname: count,
    onopentag: count,
    onclosetag: count,
  }));
  return calls;
}

const long = 2 ** 22;
const fill = (piece: string): string => piece.repeat(Math.ceil(long / piece.length));
const hostile = [
  '<i>',
  '<p>',
  '<i><b>',
  '<i></b>',
  '<svg><math>',
  '<form>',
  '<i></i>',
  '<i>x</i>',
  '<a href=/x>x</a>',
  '</p>',
  '<br>',
  '&amp;',
  '<',
];

describe('readMarkup', () => {
  it('stops when more than 256 elements are open', () => {
    expect(callsFor(fill('<i>'))).toBeLessThan(1_000);
    expect(callsFor(fill('<i></b>'))).toBeLessThan(2_000);
  });

  it.each(hostile)('limits the work for 4 MiB of %j', (piece) => {
    expect(callsFor(fill(piece))).toBeLessThan(50_000);
  });

  it('limits the work for a tag with half a million attributes', () => {
    let attributes = 0;
    readMarkup(`<i ${Array.from({ length: 500_000 }, (_, n) => `a${n}`).join(' ')}>`, () => ({
      onopentag: (_name, all) => void (attributes += Object.keys(all).length),
    }));
    expect(attributes).toBeLessThan(20_000);
  });

  it('reports the elements before the place at which the parsing stops', () => {
    const page = editorsPage;
    expect(readClassicPage(page + fill('<i>'))).toMatchObject({
      date: readClassicPage(page).date,
      title: readClassicPage(page).title,
    });
  });

  it('calls the handler at most three times for each character, plus three times', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...hostile, 'x', ' a=b', '>')), (pieces) => {
        const markup = pieces.join('');
        expect(callsFor(markup)).toBeLessThanOrEqual(3 * markup.length + 3);
      }),
    );
  });
});

describe('4 MiB of nested elements', () => {
  const base = new URL('https://apod.example/');
  const nested = fill('<i>');
  it('give an empty result in each reader', () => {
    expect(readClassicPage(nested).title).toBeNull();
    expect(readFeedItems(fill('<a>'))).toEqual([]);
    expect(readExplanation(nested, base).text).toBe('');
    expect(readTitle(nested)).toBe('');
  });
});

describe('an answer with many days', () => {
  it('is parsed for one day only: the requested or the newest day', () => {
    let read = 0;
    const day = (date: string) => ({
      date,
      get title() {
        read += 1;
        return 'A nebula';
      },
    });
    const answer = ['2026-11-01', '2026-11-03', '2026-11-02'].map(day);
    const question = { url: new URL('https://api.example/'), servedBy: 'legacy' } as const;
    expect(readDayAnswer(answer, { ...question, date: null })).toMatchObject({
      value: { date: '2026-11-03' },
    });
    const newest = read;
    expect(readDayAnswer(answer, { ...question, date: '2026-11-02' })).toMatchObject({
      value: { date: '2026-11-02' },
    });
    expect(read).toBe(2 * newest);
    expect(newest).toBeLessThan(3);
  });
});

describe('readClassicPage', () => {
  const nothing = { image: null, linked: null, video: null, poster: null };
  const image = (src: string, alt = '') => ({ src, alt });
  it.each([
    ['<a href=b.jpg><img src=a.jpg alt=x></a>', { image: image('a.jpg', 'x'), linked: 'b.jpg' }],
    ['<a href=b.jpg><i>t</i></a><img src=a.jpg>', { image: image('a.jpg') }],
    ['<a href=b.jpg><b>t</b><img src=a.jpg></a>', { image: image('a.jpg'), linked: 'b.jpg' }],
    ['<img src=a.jpg><img src=b.jpg>', { image: image('a.jpg') }],
    ['<img alt=x><embed src=c.jpg><img src=a.jpg>', { image: image('a.jpg') }],
    ['<img src=i.gif width=31><img src=a.jpg width=32 height=32>', { image: image('a.jpg') }],
    ['<img src=i.gif height=9 width=99><img src=a.jpg>', { image: image('a.jpg') }],
    ['<img src=a.jpg width="31%">', { image: image('a.jpg') }],
    ['<img src=a.jpg width="x31">', { image: image('a.jpg') }],
    [
      '<video src=v.mp4 poster=p.jpg><source src=w.mp4></video>',
      { video: 'v.mp4', poster: 'p.jpg' },
    ],
    ['<video poster=p.jpg><source src=w.mp4></video>', { video: 'w.mp4', poster: 'p.jpg' }],
    ['<video><b></b><track src=t.vtt><source src=w.mp4></video>', { video: 'w.mp4' }],
    ['<video></video><source src=w.mp4>', {}],
    ['<source src=w.mp4><embed src=e.swf>', {}],
    [
      '<video poster=p.jpg></video><video src=v.mp4 poster=q.jpg>',
      { video: 'v.mp4', poster: 'p.jpg' },
    ],
    ['<iframe src=f></iframe><video src=v.mp4></video>', { video: 'f' }],
    ['</center><center><b>T</b><img src=a.jpg><video src=v.mp4>', {}],
  ])('finds the media in %s', (media, expected) => {
    const { image: found, linked, video, poster } = readClassicPage(`<center>${media}</center>`);
    expect({ image: found, linked, video, poster }).toEqual({ ...nothing, ...expected });
  });

  it.each([
    [
      '<center>2026 <b>November</b> 20</center><center><b>A <i>Cloud</i></b> <b>Credit:</b> Ada</center>Words<center>x</center><center>y',
      ['2026-11-20', 'A Cloud', ' <b>Credit:</b> Ada', 'Words'],
    ],
    [
      '<center></center><b>No</b><center><b>A Cloud <b>Credit:</b> Ada</center> Words',
      [null, 'A Cloud ', '<b>Credit:</b> Ada', ' Words'],
    ],
    [
      '<center></center><center>2026 November 20 <b>A</b>Ada</center>Words',
      [null, 'A', 'Ada', 'Words'],
    ],
    [
      '<center></center><center><i>x</i><b>A</b>Ada</center>Words<b>B</b>',
      [null, 'A', 'Ada', 'Words<b>B</b>'],
    ],
    [
      '<title>Doc</title><img src=a.jpg><b>Image Credit:</b><b><i></i></b><H2>A <i>Cloud</i></H2> Ada <B> Explanation: </B>Words<HR>foot',
      [null, 'A <i>Cloud</i>', ' Ada ', '<B> Explanation: </B>Words'],
    ],
    [
      '<IMG src=a.jpg><b>A</b><b>B</b>Ada<p>\nexplanation : Words<center>foot',
      [null, 'A', '<b>B</b>Ada<p>', '\nexplanation : Words'],
    ],
    ['<img src=a.jpg><b>Explanation</b> Words', [null, null, '', '<b>Explanation</b> Words']],
    [
      '<b>No</b><TITLE>Doc</TITLE><center>x</center><p>Explanation: Words',
      [null, 'Doc', '<p>', 'Explanation: Words'],
    ],
    ['<title>Doc</title><center>x</center><b>A</b>Words', [null, 'Doc', null, null]],
    [
      '<b> : </b><b>A:</b><b>:A</b>Ada<b>Explanation</b>Words',
      [null, ':A', 'Ada', '<b>Explanation</b>Words'],
    ],
  ])('finds date, title, credit and explanation in %s', (page, expected) => {
    const { date, title, credit, explanation } = readClassicPage(page);
    expect([date, title, credit, explanation]).toEqual(expected);
  });
});

it.each([
  ['2026 October 2', '2026-10-02'],
  ['Sept. 3, 1995 or 2026 October 2', '1995-09-03'],
  ['2 may, 2001 and June 5 2000', '2001-05-02'],
  ['DECEMBER 1st, 1999', '1999-12-01'],
  ['apod-2026-january-31-title', '2026-01-31'],
  ['1995 June 24th', '1995-06-24'],
  ['Jun 24,1995', '1995-06-24'],
  ['2026 Smarch 3', null],
  ['Sun', null],
])('findDate in %j finds %s', (text, date) => {
  expect(findDate(text)).toBe(date);
});

it('readFeedItems reads the elements of each item by their names', () => {
  const feed =
    '<rss><title>Feed</title><item>x<title>A &amp; <b>B</b></title><date>1</date>y<title>C</title></item>z<item><a/><title>D</title></item></rss>';
  expect(readFeedItems(feed)).toEqual([{ title: 'A & BC', date: '1' }, { title: 'D' }]);
});

it('readMarkup reads 256 open elements, as often as they are closed, and 16,384 parts', () => {
  const texts: string[] = [];
  const read = (markup: string): string => {
    texts.length = 0;
    readMarkup(markup, () => ({ ontext: (text) => texts.push(text) }));
    return texts.join('');
  };
  const nest = (depth: number): string => `${'<i>'.repeat(depth)}x${'</i>'.repeat(depth)}`;
  expect(read(`${nest(256)}${nest(256)}`)).toBe('xx');
  expect(read(nest(257))).toBe('');
  // Each text and each tag is a part.
  expect(read('x<br>'.repeat(5_461)).length).toBe(5_461);
  expect(read('x<br>'.repeat(9_000)).length).toBeLessThan(5_463);
});
