import { describe, expect, it } from 'vitest';
import { createRequestLog } from '../request-log.ts';
import { createBoard } from './board.ts';
import { withCommonScenarios } from './tables.ts';

const record = { title: 'A "star"', count: 3, right: true, none: null, list: ['x', 1], more: {} };

/** Sends a request to a service with one fixed answer, with the given scenarios on. */
async function under(
  scenarios: unknown,
  service: () => Response = () => Response.json(record),
): Promise<{ answer: Response; by: readonly string[] }> {
  const entry = createRequestLog(Date.now).open('posts', 'GET', '/x');
  const { signal } = new AbortController();
  const table = withCommonScenarios<null>({});
  const board = createBoard({ table, plainWorld: null, now: Date.now, signal });
  expect(board.put(scenarios)).toMatchObject({ ok: true });
  const answer = await board.answer(new Request('http://posts.test/x'), entry, service);
  return { answer, by: entry.scenarios };
}

describe('a scenario that replaces the answer', () => {
  it.each([
    [{ name: '503' }, 503, 'Service Unavailable', null],
    [
      { name: '503', retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' },
      503,
      'Service Unavailable',
      'Wed, 21 Oct 2026 07:28:00 GMT',
    ],
    [{ name: 'status', code: 429, retryAfter: '60' }, 429, 'Too Many Requests', '60'],
  ])('answers with an error: %j', async (scenario, status, word, retryAfter) => {
    const { answer } = await under(scenario);
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([status, retryAfter]);
    expect(await answer.json()).toMatchObject({ error: word, message: word });
  });

  it('answers with an HTML page: html', async () => {
    const { answer } = await under({ name: 'html' });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  });

  it.each([
    [{ name: 'portal' }, 'http://portal.invalid/login'],
    [{ name: 'redirect-loopback' }, 'http://127.0.0.1:9/'],
    [{ name: 'redirect-loopback', location: 'http://127.0.0.1:80/' }, 'http://127.0.0.1:80/'],
  ])('answers with a redirect: %j', async (scenario, location) => {
    const { answer } = await under(scenario);
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, location]);
  });
});

describe('a scenario that changes the answer', () => {
  const whole = JSON.stringify(record);
  const textUnder = async (scenarios: unknown) => (await under(scenarios)).answer.text();

  it('changes only the media type: content-type', async () => {
    const { answer } = await under({ name: 'content-type' });
    expect(answer.headers.get('Content-Type')).toBe('text/html');
    expect(await answer.json()).toEqual(record);
  });

  it('cuts off the end of the JSON: malformed-json', async () => {
    expect(await textUnder({ name: 'malformed-json' })).toBe(whole.slice(0, -1));
  });

  it('changes the types of strings, numbers and booleans: wrong-types', async () => {
    const types = { title: 8, count: '3', right: 'true', none: null, list: [1, '1'], more: {} };
    expect(JSON.parse(await textUnder({ name: 'wrong-types' }))).toEqual(types);
  });

  it('replaces numbers with NaN: nan', async () => {
    const text = await textUnder({ name: 'nan' });
    expect(text).toContain('"count":NaN,');
    expect(text).toContain('["x",NaN]');
  });

  it('pads the JSON: huge-json', async () => {
    const text = await textUnder({ name: 'huge-json', mebibytes: 2 });
    expect(text.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(JSON.parse(text)).toMatchObject(record);
  });

  it('truncates the content, and sets its new length: truncated', async () => {
    const { answer } = await under({ name: 'truncated', kept: 0.25 });
    const text = await answer.text();
    expect(text).toBe(whole.slice(0, Math.floor(whole.length / 4)));
    expect(answer.headers.get('Content-Length')).toBe(String(text.length));
  });

  it.each(['malformed-json', 'wrong-types', 'nan', 'huge-json', 'gzip-bomb'])(
    'does not change images: %s',
    async (name) => {
      const headers = { 'Content-Type': 'image/png' };
      const image = await under({ name }, () => new Response('image', { headers }));
      expect([await image.answer.text(), image.by]).toEqual(['image', []]);
    },
  );
});
