import { describe, expect, test } from 'vitest';
import { createRequestLog } from './log.ts';

const at = Date.UTC(2026, 10, 20, 12);
const fresh = () => createRequestLog(() => at);
const numbers = (entries: readonly { readonly number: number }[]) =>
  entries.map(({ number }) => number);

describe('the request log', () => {
  test('tells a request, with its answer once it is there', () => {
    const log = fresh();
    const entry = log.open('posts', 'POST', '/posts?x=1');
    const told = {
      number: 1,
      at: '2026-11-20T12:00:00.000Z',
      service: 'posts',
      method: 'POST',
      target: '/posts?x=1',
      status: null,
      scenarios: [],
    };
    expect(log.read({}).entries).toEqual([told]);
    entry.body = '{"title":"A"}';
    entry.scenarios = ['slow-headers'];
    log.settle(entry, 201);
    expect(log.read({}).entries).toEqual([
      { ...told, status: 201, scenarios: ['slow-headers'], body: '{"title":"A"}' },
    ]);
  });

  test('keeps the last 1,000 and counts them all', () => {
    const log = fresh();
    for (let n = 0; n < 2_500; n++) log.settle(log.open('position', 'GET', '/'), n % 5 ? 200 : 400);
    const { totals, entries } = log.read({});
    expect(numbers(entries)).toEqual(Array.from({ length: 1_000 }, (_, n) => 1_501 + n));
    expect(totals.position).toEqual({
      requests: 2_500,
      resets: 0,
      statuses: { 200: 2_000, 400: 500 },
    });
    expect(totals.posts).toEqual({ requests: 0, resets: 0, statuses: {} });
  });

  test('can be read on from a number, and for one service', () => {
    const log = fresh();
    for (const service of ['posts', 'picture', 'posts'] as const) log.open(service, 'GET', '/');
    expect(numbers(log.read({ after: 1 }).entries)).toEqual([2, 3]);
    expect(numbers(log.read({ service: 'posts' }).entries)).toEqual([1, 3]);
    expect(numbers(log.read({ service: 'posts', after: 3 }).entries)).toEqual([]);
  });

  test('a reset has no status, and counts as one', () => {
    const log = fresh();
    log.settle(log.open('picture', 'GET', '/'), 0);
    const { totals, entries } = log.read({});
    expect(entries[0]?.status).toBe(null);
    expect(totals.picture).toEqual({ requests: 1, resets: 1, statuses: {} });
  });

  test('cleared it is empty, counts on, and forgets what was still under way', () => {
    const log = fresh();
    const late = log.open('posts', 'GET', '/');
    log.clear();
    log.settle(late, 200);
    const { totals, entries } = log.read({});
    expect(totals.posts).toEqual({ requests: 0, resets: 0, statuses: {} });
    expect(entries).toEqual([]);
    expect(log.open('posts', 'GET', '/').number).toBe(2);
    expect(numbers(log.read({}).entries)).toEqual([2]);
  });

  test('cuts an address that is too long', () => {
    const log = fresh();
    log.open('posts', 'GET', `/${'x'.repeat(10_000)}`);
    expect(log.read({}).entries[0]?.target).toHaveLength(2_048);
  });
});
