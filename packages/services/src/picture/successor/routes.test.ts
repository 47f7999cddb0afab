import { expect, it } from 'vitest';
import { createServices } from '#services/services.ts';

it('the feed of the successor of v1 contains the last ten days as valid XML', async () => {
  const { picture } = createServices({ now: () => Date.UTC(2026, 10, 20, 12) });
  const text = await (
    await picture.fetch(new Request('http://127.0.0.1:8080/feed/apod-basic/'))
  ).text();
  expect(text.match(/<item>/g)).toHaveLength(10);
  expect(text).toContain('<pubDate>Fri, 20 Nov 2026 05:05:00 +0000</pubDate>');
  expect(text).toMatch(/<apod:hdurl>[^<]+\?w=1920&#038;h=1080&#038;fit=clip/);
  // In XML, every ampersand outside CDATA is the beginning of an entity.
  expect(text.replace(/<!\[CDATA\[[^]*?\]\]>/g, '')).not.toMatch(/&(?!#?\w+;)/);
});
