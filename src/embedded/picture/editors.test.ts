import { describe, expect, it } from 'vitest';
import { createServices } from '#embedded/services.ts';

const { picture } = createServices({ now: () => Date.parse('2026-11-20T12:00:00Z') });
const get = (path: string) => picture.fetch(new Request(`http://editors.test${path}`));

describe('the editors’ own site', () => {
  it('has a classic page for each day, with a picture beside it', async () => {
    const html = await (await get('/en/ap261119.html')).text();
    expect(html).toContain('2026 November 19\n<br>');
    const [, image = ''] = /<IMG SRC="(image\/2611\/[^"]+)"/.exec(html) ?? [];
    const file = await get(`/en/${image}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(html).toMatch(/<b> Explanation: <\/b>\nThis sky is <a [^>]+>simulated<\/a>:/);
    expect(html).toContain("<b> Tomorrow's picture: </b>");
  });

  it('shows the newest day on its first page', async () => {
    const today = await (await get('/en/ap261120.html')).text();
    expect(await (await get('/en/')).text()).toBe(today);
  });

  it('shows a video in a frame', async () => {
    const html = await (await get('/en/ap260430.html')).text();
    expect(html).toContain('<iframe width="960" height="540" src="/video/2026-04-30?rel=0"');
    expect(html).toContain('<b> Video Credit');
    expect(html).not.toMatch(/<img/i);
  });

  it.each(['261121', '950615', '261399'])('has no page for %s', async (code) => {
    expect((await get(`/en/ap${code}.html`)).status).toBe(404);
  });

  it('has a feed of the last seven days that leads to pages and pictures', async () => {
    const text = await (await get('/feed.rss')).text();
    expect(text.match(/<item>/g)).toHaveLength(7);
    const [, link = ''] = /<item>[^]*?<link>([^<]+)</.exec(text) ?? [];
    expect(new URL(link).pathname).toBe('/en/ap261120.html');
    const [, picture = ''] = /<enclosure url="([^"]+)"/.exec(text) ?? [];
    expect((await get(new URL(picture).pathname)).status).toBe(200);
  });
});
