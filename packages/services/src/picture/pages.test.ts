import { describe, expect, it } from 'vitest';
import { createServices } from '../services.ts';

const { picture } = createServices({ now: () => Date.UTC(2026, 10, 20, 12) });
const get = (path: string) => picture.fetch(new Request(`http://pictures.test${path}`));
const textOf = async (path: string): Promise<string> => (await get(path)).text();

describe('the page of a video', () => {
  it('shows the still image, and has a style for users who prefer reduced motion', async () => {
    const html = await textOf('/video/2026-04-30');
    expect(html).toContain('src="/image/2026-04-30/standard.jpg"');
    expect(html).toContain('prefers-reduced-motion: reduce');
  });
});

describe('the article of a day', () => {
  it('is served by the date in its slug', async () => {
    const html = await textOf('/image-article/apod-2026-november-19-whatever/');
    expect(html).toContain('<time>2026-11-19</time>');
    expect(html).toContain('src="/image/2026-11-19/standard.jpg"');
  });
});

describe('the editors’ own site', () => {
  it('has a page for a day, which shows its picture and its explanation', async () => {
    const html = await textOf('/en/ap261119.html');
    expect(html).toContain('2026 November 19\n<br>');
    const [, image = ''] = /<IMG SRC="(image\/2611\/[^"]+)"/.exec(html) ?? [];
    expect((await get(`/en/${image}`)).headers.get('content-type')).toBe('image/jpeg');
    expect(html).toMatch(/<b> Explanation: <\/b>\nThis sky is <a [^>]+>simulated<\/a>:/);
  });

  it('shows the newest day on its start page', async () => {
    expect(await textOf('/en/')).toBe(await textOf('/en/ap261120.html'));
  });

  it('shows a video in an iframe', async () => {
    const html = await textOf('/en/ap260430.html');
    expect(html).toContain('<iframe width="960" height="540" src="/video/2026-04-30?rel=0"');
    expect(html).not.toMatch(/<img/i);
  });

  it('has a feed of the last seven days with links to their pages and pictures', async () => {
    const text = await textOf('/feed.rss');
    expect(text.match(/<item>/g)).toHaveLength(7);
    const [, link = ''] = /<item>[^]*?<link>([^<]+)</.exec(text) ?? [];
    expect(new URL(link).pathname).toBe('/en/ap261120.html');
    const [, picture = ''] = /<enclosure url="([^"]+)"/.exec(text) ?? [];
    expect((await get(new URL(picture).pathname)).status).toBe(200);
  });
});
