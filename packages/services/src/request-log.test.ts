import { describe, expect, test } from 'vitest';
import { createRequestLog, setEntryBody } from './request-log.ts';

const at = Date.UTC(2026, 10, 20, 12);
const fresh = () => createRequestLog(() => at);
const numbers = (entries: readonly { readonly number: number }[]) =>
  entries.map(({ number }) => number);

describe('the request log', () => {
  test('stores the last 1,000 requests, and counts all requests', () => {
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

  test('counts a reset connection as a request without a status', () => {
    const log = fresh();
    log.settle(log.open('picture', 'GET', '/'), 0);
    const { totals, entries } = log.read({});
    expect(entries[0]?.status).toBe(null);
    expect(totals.picture).toEqual({ requests: 1, resets: 1, statuses: {} });
  });

  test('continues the numbers after clear(), and ignores requests that were in progress', () => {
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

  test('truncates long targets and bodies', () => {
    const log = fresh();
    setEntryBody(log.open('posts', 'GET', `/${'x'.repeat(10_000)}`), 'é'.repeat(10_000));
    expect(log.read({}).entries[0]?.target).toHaveLength(2_048);
    expect(log.read({}).entries[0]?.body).toBe('é'.repeat(1_024));
  });
});
