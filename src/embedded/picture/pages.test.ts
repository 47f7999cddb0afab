import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createServices } from '#embedded/services.ts';

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
    expect(html).toContain('src="/image/2026-04-30/standard.jpg"');
    expect(html).toContain('prefers-reduced-motion: reduce');
    expect(html).toContain('simulated');
  });

  test.each(['2026-11-19', '2999-01-01', 'x'])('there is none for %s', async (date) => {
    expect((await get(`/video/${date}`)).status).toBe(404);
  });
});

describe('the article of a day', () => {
  test('is found by the date in its name, whatever its words are', async () => {
    const html = await pageOf('/image-article/apod-2026-november-19-whatever/');
    expect(html).toContain('<time>2026-11-19</time>');
    expect(html).toContain('src="/image/2026-11-19/standard.jpg"');
    expect(html).toMatch(/<h1>.+ above .+<\/h1>/);
  });

  test('there is none of other days', async () => {
    for (const slug of ['2026-november-21', '1995-june-15', '2026-november-31', 'x']) {
      expect((await get(`/image-article/apod-${slug}-a-sky/`)).status).toBe(404);
    }
  });
});
