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

describe('a scenario that changes the answer', () => {
  const textUnder = async (scenarios: unknown) => (await under(scenarios)).answer.text();

  it('changes the types of strings, numbers and booleans: wrong-types', async () => {
    const types = { title: 8, count: '3', right: 'true', none: null, list: [1, '1'], more: {} };
    expect(JSON.parse(await textUnder({ name: 'wrong-types' }))).toEqual(types);
  });

  it('replaces numbers with NaN: nan', async () => {
    const text = await textUnder({ name: 'nan' });
    expect(text).toContain('"count":NaN,');
    expect(text).toContain('["x",NaN]');
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
