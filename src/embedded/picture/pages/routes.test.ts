import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createServices } from '../../services.ts';

const now = Date.UTC(2026, 10, 20, 12);
const { picture } = createServices({ now: () => now });
const get = (path: string) => picture.fetch(new Request(`http://pictures.test${path}`));

/** The page, once its policy is known to let in its own style and nothing that runs. */
async function pageOf(path: string): Promise<string> {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await answer.text();
  const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`style-src 'sha256-${hash}'`);
  expect(policy).not.toContain('script-src');
  expect(html).not.toMatch(/<script| style=| on\w+=/);
  return html;
}

describe('the page of a video', () => {
  test('shows the still, moves unless that is unwelcome, and says what it is', async () => {
    const html = await pageOf('/video/2026-04-30');
    expect(html).toContain('src="/image/2026-04-30/standard.png"');
    expect(html).toContain('prefers-reduced-motion: reduce');
    expect(html).toContain('simulated');
  });

  test.each(['2026-11-19', '2999-01-01', 'x'])('there is none for %s', async (date) => {
    expect((await get(`/video/${date}`)).status).toBe(404);
  });
});

describe('the article of a day', () => {
  test.each(['/apod/261119', '/apod/ap261119.html'])('%s', async (path) => {
    const html = await pageOf(path);
    expect(html).toContain('<time>2026-11-19</time>');
    expect(html).toContain('src="/image/2026-11-19/standard.png"');
    expect(html).toMatch(/<h1>.+ above .+<\/h1>/);
  });

  test('there is none of other days', async () => {
    for (const path of ['/apod/261121', '/apod/950615', '/apod/261399', '/apod/x']) {
      expect((await get(path)).status).toBe(404);
    }
  });
});
