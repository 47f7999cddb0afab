import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Services, startServices } from '../server.ts';

let services: Services;
beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.stop());

async function setScenarios(scenarios: readonly object[]): Promise<void> {
  const { control_url, control_token } = services.urls;
  const answer = await fetch(`${control_url}/scenarios/posts`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${control_token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(scenarios),
  });
  expect(answer.status).toBe(200);
}

const json = { 'Content-Type': 'application/json' };
const post = { title: 'A', body: 'B', userId: 7 };

const ask = async (
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = json,
): Promise<{ status: number; json: unknown }> => {
  const init = body === undefined ? { method, headers } : { method, headers, body };
  const answer = await fetch(`${services.urls.posts_url}${path}`, init);
  return { status: answer.status, json: await answer.json() };
};
const refused = (word: string, detail: unknown = expect.any(String)) => ({
  error: word,
  message: word,
  detail,
});

describe('create', () => {
  test('201 with the submitted fields and id 101', async () => {
    const answer = await ask('POST', '/posts', JSON.stringify({ ...post, mood: 'calm' }));
    expect(answer).toEqual({ status: 201, json: { ...post, mood: 'calm', id: 101 } });
  });

  test('400 Bad Request for JSON that is nested too deeply to be sent back', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const answer = await ask('POST', '/posts', `{"title":"","body":"","userId":1,"more":${deep}}`);
    const message = 'the body is nested too deeply';
    expect(answer).toEqual({ status: 400, json: refused('Bad Request', message) });
  });

  test.each([
    [{ body: 'B', userId: 7 }, 'title is required'],
    [{ title: 'A', userId: 7 }, 'body is required'],
    [{ title: 'A', body: 'B' }, 'userId is required'],
    [{ ...post, userId: '7' }, 'userId must be a finite number'],
    [{ ...post, title: null }, 'title must be a string'],
    [{ ...post, id: 'x' }, 'id must be a finite number'],
    [[post], 'the body must be a JSON object'],
    [null, 'the body must be a JSON object'],
  ])('400 Bad Request naming the field: %j', async (body, message) => {
    const answer = await ask('POST', '/posts', JSON.stringify(body));
    expect(answer).toEqual({ status: 400, json: refused('Bad Request', message) });
  });
});

describe('as the public service', () => {
  beforeAll(() => setScenarios([{ name: 'public' }]));
  afterAll(() => setScenarios([]));

  test('a create checks nothing', async () => {
    const bare = await ask('POST', '/posts', '{"mood":5}');
    expect(bare).toEqual({ status: 201, json: { mood: 5, id: 101 } });
    const text = await ask('POST', '/posts', 'no JSON', { 'Content-Type': 'text/plain' });
    expect(text).toEqual({ status: 201, json: { id: 101 } });
    const { headers } = await fetch(`${services.urls.posts_url}/posts`, { method: 'POST' });
    expect(headers.get('location')).toBe(`${services.urls.posts_url}/posts/101`);
  });

  test('a replace takes the id of its address', async () => {
    expect(await ask('PUT', '/posts/5', '{"id":7}')).toEqual({ status: 200, json: { id: 5 } });
  });

  test.each([
    ['PUT', '/posts/101', '{}'],
    ['PUT', '/posts/5', '{'],
    ['POST', '/posts', 'null'],
  ])('%s %s with %s is 500 in plain text', async (method, path, body) => {
    const url = `${services.urls.posts_url}${path}`;
    const answer = await fetch(url, { method, headers: json, body });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      500,
      'text/plain; charset=utf-8',
    ]);
    expect(await answer.text()).toContain('Error: ');
  });

  test.each(['/posts/101', '/posts/abc'])('DELETE %s is 200', async (path) => {
    expect(await ask('DELETE', path)).toEqual({ status: 200, json: {} });
  });
});

test('the log shows the beginning of what was sent', async () => {
  await ask('POST', '/posts', JSON.stringify({ ...post, body: 'é'.repeat(5_000) }));
  const { control_url, control_token } = services.urls;
  const headers = { Authorization: `Bearer ${control_token}` };
  const answer = await fetch(`${control_url}/requests?service=posts`, { headers });
  const { entries } = (await answer.json()) as { entries: { body?: string }[] };
  expect(entries.at(-1)?.body).toMatch(/^\{"title":"A","body":"é+$/);
  expect(entries.at(-1)?.body).toHaveLength(1024);
});
