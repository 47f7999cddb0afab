import { expect, it } from 'vitest';
import { createServices } from '#embedded/services.ts';

const { picture } = createServices({ now: () => Date.parse('2026-11-20T12:00:00Z') });
const get = (path: string) => picture.fetch(new Request(`http://127.0.0.1:8080${path}`));

it('has the last ten days, with addresses written for XML and without a type', async () => {
  const answer = await get('/feed/apod-basic/');
  expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=UTF-8');
  const text = await answer.text();
  expect(text.match(/<item>/g)).toHaveLength(10);
  const [first = ''] = text.split('</item>');
  expect(first).toContain('<pubDate>Fri, 20 Nov 2026 05:05:00 +0000</pubDate>');
  expect(first).toMatch(/<apod:hdurl>[^<]+\?w=1920&#038;h=1080&#038;fit=clip/);
  expect(first).toMatch(/<apod:explanation><!\[CDATA\[<strong>Explanation:/);
  expect(text).not.toContain('media_type');
  // Outside of CDATA no ampersand stands for itself.
  expect(text.replace(/<!\[CDATA\[[^]*?\]\]>/g, '')).not.toMatch(/&(?!#?\w+;)/);
});
