import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Services, startServices } from '../server.ts';

/** These tests cover behaviour that the specification leaves open; test/conformance covers the other behaviour. */

let services: Services;
beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.stop());

const ask = async (method: string, path: string, body: string, type = 'application/json') => {
  const headers = { 'Content-Type': type };
  const answer = await fetch(`${services.urls.posts_url}${path}`, { method, headers, body });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text };
};

it('the posts service returns unknown fields of a create request, and omits unknown fields of a replace request', async () => {
  const post = { title: 'A', body: 'B', userId: 7 };
  const created = await ask('POST', '/posts', JSON.stringify({ ...post, mood: 'calm' }));
  expect(JSON.parse(created.text)).toEqual({ ...post, mood: 'calm', id: 101 });
  const replaced = await ask('PUT', '/posts/1', JSON.stringify({ ...post, id: 1, mood: 'calm' }));
  expect(JSON.parse(replaced.text)).toEqual({ ...post, id: 1 });
});

it('the posts service returns 400 for JSON that is nested too deeply to be sent back', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const post = `{"title":"","body":"","userId":1,"more":${deep}}`;
  expect((await ask('POST', '/posts', post)).text).toContain('nested too deeply');
});

describe('the scenario public of the posts service', () => {
  const setScenarios = async (scenarios: readonly object[]): Promise<void> => {
    const { control_url, control_token } = services.urls;
    const headers = { Authorization: `Bearer ${control_token}` };
    const body = JSON.stringify(scenarios);
    await fetch(`${control_url}/scenarios/posts`, { method: 'PUT', headers, body });
  };
  beforeAll(() => setScenarios([{ name: 'public' }]));
  afterAll(() => setScenarios([]));

  it('accepts any field in a create request', async () => {
    const bare = await ask('POST', '/posts', '{"mood":5}');
    expect([bare.status, JSON.parse(bare.text)]).toEqual([201, { mood: 5, id: 101 }]);
    expect(bare.headers.get('location')).toBe(`${services.urls.posts_url}/posts/101`);
    const text = await ask('POST', '/posts', 'no JSON', 'text/plain');
    expect([text.status, JSON.parse(text.text)]).toEqual([201, { id: 101 }]);
  });

  it('uses the id in the path of a replace request', async () => {
    expect(JSON.parse((await ask('PUT', '/posts/5', '{"id":7}')).text)).toEqual({ id: 5 });
  });

  it('returns 500 for JSON that is not an object and for unknown posts', async () => {
    expect((await ask('POST', '/posts', 'null')).status).toBe(500);
    expect((await ask('PUT', '/posts/101', '{}')).status).toBe(500);
  });
});
