import { beforeAll, describe, expect, it } from 'vitest';
import { createServices } from '#embedded/services.ts';
import { addDays, countDays, firstDay } from '../calendar.ts';
import { missingDays, plainWorld } from '../world.ts';
import { itemOf } from './item.ts';
import { type SuccessorItem, successorItemSchema } from './schemas.ts';

const newest = '2026-11-20';
const origin = 'http://127.0.0.1:8080';
let all: readonly SuccessorItem[];
beforeAll(() => {
  const days = Array.from({ length: countDays(firstDay, newest) }, (_, n) => addDays(firstDay, n));
  all = days
    .filter((date) => !(missingDays as readonly string[]).includes(date))
    .map((date) => successorItemSchema.parse(itemOf(plainWorld, date, newest, origin)));
});

/** Of how many days in a thousand it holds; of the last year where `recent`. */
function share(matches: (item: SuccessorItem) => boolean, recent = false): number {
  const items = recent ? all.slice(-365) : all;
  return (1000 * items.filter(matches).length) / items.length;
}
const media = ({ basic_html: html }: SuccessorItem): string =>
  html.slice(0, html.indexOf('</center>'));

describe('the untidy forms', () => {
  it.each<[string, (item: SuccessorItem) => boolean]>([
    ['a label', ({ explanation }) => explanation.startsWith('<strong>Explanation:</strong>')],
    ['a label with a no-break space', ({ explanation }) => explanation.includes('&nbsp;</strong>')],
    ['a bold label', ({ explanation }) => explanation.startsWith('<b>Explanation</b>:')],
    ['no label', ({ explanation }) => explanation.startsWith('This sky')],
    ['a notice', ({ explanation }) => explanation.includes('<br><br><strong>')],
    ['a notice of old', ({ explanation }) => explanation.includes('<br /><br /><b> Follow')],
    [
      'a notice without bold',
      ({ explanation }) => explanation.includes('<br /><br /> Sky Surprise:'),
    ],
    ['a second paragraph', ({ explanation }) => explanation.includes('<br><br>Look up!')],
    ['a labelled credit', ({ credit }) => credit.startsWith('<strong>Image Credit:</strong>')],
    ['a label with a link', ({ credit }) => credit.startsWith('<b> Image Credit &amp; <a ')],
    ['a licence', ({ credit }) => credit.startsWith('Image Credit &amp; Licence:')],
    ['the credit of a video', ({ credit }) => credit.includes('Video Credit')],
    ['no copyright', ({ copyright }) => copyright === false],
    ['nothing of a copyright', ({ copyright }) => copyright === undefined],
    ['a title with a prefix', ({ title }) => /^APOD: \d{4} [A-Z]\w+ \d+ &#8211; /.test(title)],
    ['an entity in the title', ({ title }) => title.includes('&#039;')],
    ['no type', ({ media_type: type }) => type === null],
    ['a frame', ({ media_type: type }) => type === 'iframe'],
    ['a boilerplate for a description', ({ alt }) => String(alt).startsWith('See Explanation.')],
    ['no description', ({ alt }) => alt === false],
    ['no size', ({ hdurl }) => String(hdurl).endsWith('?w=0&h=0')],
    ['a placeholder', ({ hdurl }) => String(hdurl).includes('/news-thumbnail.png?')],
    ['an original of old', ({ hdurl }) => /content\/dam.+\?w=\d+&h=/.test(String(hdurl))],
    ['an address without crop', ({ hdurl }) => String(hdurl).endsWith('&fit=clip')],
    ['a file of a video', (item) => /<source src="[^"]+\.mp4"/.test(media(item))],
    ['a video in a frame', (item) => /<iframe [^>]*src="\/\/127[^"]+&amp;/.test(media(item))],
    ['a video without a still', (item) => item.media_type === 'video' && item.hdurl === undefined],
  ])('there is %s on some days, and not on most', (_name, matches) => {
    expect(share(matches)).toBeGreaterThan(0);
    expect(share(matches)).toBeLessThan(750);
  });

  it('are met within a year, most of them', () => {
    expect(share(({ explanation }) => explanation.includes('Explanation:'), true)).toBeGreaterThan(
      800,
    );
    expect(
      share(({ explanation }) => explanation.includes('<br><br><strong>'), true),
    ).toBeGreaterThan(400);
    expect(
      share(({ hdurl }) => /w=0&h=0|news-thumbnail/.test(String(hdurl)), true),
    ).toBeGreaterThan(50);
    expect(share(({ copyright }) => copyright === false, true)).toBeGreaterThan(100);
  });

  it('hide no picture: where hdurl has none, the page has the original', async () => {
    const { picture } = createServices({ now: () => Date.parse(`${newest}T12:00:00Z`) });
    const get = (address: string) => picture.fetch(new Request(address.replaceAll('&amp;', '&')));
    for (const item of all.slice(-400)) {
      if (item.media_type === 'video' || item.media_type === 'iframe') continue;
      const isUseless = /w=0&h=0|news-thumbnail/.test(String(item.hdurl));
      const [, image] = /<IMG SRC="([^"]+)"/.exec(media(item)) ?? [];
      if (item.media_type === null && item.hdurl === undefined) continue;
      if (isUseless) expect(image, item.date).toBeDefined();
      const address = image ?? String(item.hdurl);
      expect((await get(address)).headers.get('content-type'), address).toMatch(/^image\//);
    }
  });
});
