import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editorsPage } from '#test/support/picture-answers.ts';
import { readClassicPage, readFeedItems, readMarkup } from './markup.ts';
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
