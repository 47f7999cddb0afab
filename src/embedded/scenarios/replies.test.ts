import { describe, expect, test } from 'vitest';
import { createRequestLog } from '../request-log.ts';
import { createBoard } from './board.ts';
import { withCommon } from './tables.ts';

const record = { title: 'A "star"', count: 3, right: true, none: null, list: ['x', 1], more: {} };

/** Has a request answered by a service of one answer, under the scenarios given. */
async function under(
  scenarios: unknown,
  service: () => Response = () => Response.json(record),
): Promise<{ answer: Response; by: readonly string[] }> {
  const entry = createRequestLog(Date.now).open('posts', 'GET', '/x');
  const { signal } = new AbortController();
  const table = withCommon<null>({});
  const board = createBoard({ table, plainWorld: null, now: Date.now, signal });
  expect(board.put(scenarios)).toMatchObject({ ok: true });
  const answer = await board.answer(new Request('http://posts.test/x'), entry, service);
  return { answer, by: entry.scenarios };
}

describe('answers in place of the service', () => {
  test.each([
    [500, 'Internal Server Error'],
    [502, 'Bad Gateway'],
    [503, 'Service Unavailable'],
    [504, 'Gateway Timeout'],
  ])('%i', async (status, word) => {
    const { answer } = await under({ name: String(status) });
    expect(answer.status).toBe(status);
    expect(answer.headers.has('Retry-After')).toBe(false);
    const detail = `a scenario answers ${status} in place of the service`;
    expect(await answer.json()).toEqual({ error: word, message: word, detail });
  });

  test.each(['120', 'Wed, 21 Oct 2026 07:28:00 GMT', 'soon', '-1'])(
    'Retry-After: %s',
    async (retryAfter) => {
      const { answer } = await under({ name: '503', retryAfter });
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, retryAfter]);
    },
  );

  test('any status', async () => {
    const { answer } = await under({ name: 'status', code: 429, retryAfter: '60' });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(await answer.json()).toMatchObject({ message: 'Too Many Requests' });
  });

  test('content-type: the answer as it is, said to be something else', async () => {
    const { answer } = await under({ name: 'content-type' });
    expect(answer.headers.get('Content-Type')).toBe('text/html');
    expect(await answer.json()).toEqual(record);
  });

  test('a page with 200', async () => {
    const { answer } = await under({ name: 'html' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toContain('text/html');
    expect(await answer.text()).toMatch(/^<!doctype html>/);
  });

  test.each([
    [{ name: 'portal' }, 'http://portal.invalid/login'],
    [{ name: 'portal', location: 'http://other.invalid/' }, 'http://other.invalid/'],
    [{ name: 'redirect-loopback' }, 'http://127.0.0.1:9/'],
    [{ name: 'redirect-loopback', location: 'http://127.0.0.1:80/' }, 'http://127.0.0.1:80/'],
  ])('a redirect: %j', async (scenario, location) => {
    const { answer } = await under(scenario);
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, location]);
  });
});

describe('what happens to JSON', () => {
  const textUnder = async (scenarios: unknown) => {
    const { answer } = await under(scenarios);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('application/json');
    return answer.text();
  };

  test('malformed-json lacks its end', async () => {
    const text = await textUnder({ name: 'malformed-json' });
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(JSON.parse(`${text}}`)).toEqual(record);
  });

  test('wrong-types', async () => {
    expect(JSON.parse(await textUnder({ name: 'wrong-types' }))).toEqual({
      title: 8,
      count: '3',
      right: 'true',
      none: null,
      list: [1, '1'],
      more: {},
    });
  });

  test('nan', async () => {
    const text = await textUnder({ name: 'nan' });
    expect(text).toContain('"count":NaN,');
    expect(text).toContain('["x",NaN]');
    expect(JSON.parse(text.replaceAll('NaN', '0'))).toMatchObject({ title: 'A "star"' });
  });

  test('huge-json', async () => {
    const text = await textUnder({ name: 'huge-json', mebibytes: 2 });
    expect(text.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(JSON.parse(text)).toMatchObject(record);
  });

  test('two at a time, the second of which finds no JSON any more', async () => {
    const text = await textUnder([{ name: 'malformed-json' }, { name: 'wrong-types' }]);
    expect(text).toBe(JSON.stringify(record).slice(0, -1));
  });

  const names = ['malformed-json', 'wrong-types', 'nan', 'huge-json', 'gzip-bomb'];
  test.each(names)('%s leaves an image alone, and an answer to HEAD', async (name) => {
    const headers = { 'Content-Type': 'image/png' };
    const image = await under({ name }, () => new Response('image', { headers }));
    expect([await image.answer.text(), image.by]).toEqual(['image', []]);
    const json = { 'Content-Type': 'application/json' };
    const head = await under({ name }, () => new Response(null, { headers: json }));
    expect([await head.answer.text(), head.by]).toEqual(['', []]);
  });
});

describe('what happens to any content', () => {
  const whole = JSON.stringify(record);

  test('truncated: cut, and the length agrees', async () => {
    const { answer } = await under({ name: 'truncated', kept: 0.25 });
    const text = await answer.text();
    expect(text).toBe(whole.slice(0, Math.floor(whole.length / 4)));
    expect(answer.headers.get('Content-Length')).toBe(String(text.length));
    expect(answer.headers.get('Content-Type')).toBe('application/json');
  });

  test('wrong-length: cut, and the length is that of the whole', async () => {
    const { answer } = await under({ name: 'wrong-length' });
    expect(answer.headers.get('Content-Length')).toBe(String(whole.length));
    expect(await answer.text()).toBe(whole.slice(0, Math.floor(whole.length / 2)));
  });

  test('reset: no answer at all', async () => {
    expect((await under({ name: 'reset' })).answer.type).toBe('error');
  });
});
