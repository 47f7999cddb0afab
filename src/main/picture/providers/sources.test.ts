import { describe, expect, it } from 'vitest';
import { pictureRecord } from '#test/support/pictures.ts';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { Http } from '#platform/http/http.ts';
import { createLegacySource, probePicture, simulatedSource } from './sources.ts';

const never = new AbortController().signal;
const day = { date: '2026-11-20', title: 'A day', explanation: '', media_type: 'image' };
const missing: Failure = { kind: 'not-found' };
const offline: Failure = { kind: 'offline', reason: 'dns' };
const refused = (status: number, message: string): Failure => ({
  kind: 'refused',
  status,
  message,
});

/** A double of the HTTP client. `answer` returns the body for a path, or a failure. */
function clientOf(
  answer: (path: string) => Result<unknown>,
  headers: Record<string, string> = {},
  isSeen = false,
) {
  const paths: string[] = [];
  const json: Http['json'] = (request) => {
    const { pathname, search } = request.url;
    paths.push(pathname + search);
    request.onHeaders?.(headers);
    const result = answer(pathname);
    return Promise.resolve(result.ok ? ok({ status: 200, body: result.value }) : result);
  };
  const http = { json, isSeenByProxy: () => Promise.resolve(isSeen) } as unknown as Http;
  return { http, paths };
}

describe('the legacy source', () => {
  const sourceOf = (http: Http, base: string | null) =>
    createLegacySource({ http, baseUrl: () => base, apiKey: () => 'key', now: () => 7 });

  it.each<[string, Result<unknown>, Result<unknown>, string[], Result<unknown>]>([
    ['http://a.test/v1', fail(missing), ok(day), ['/v1/planetary/apod', '/v1/'], ok('2026-11-20')],
    [
      'http://a.test/v1',
      fail(missing),
      fail(offline),
      ['/v1/planetary/apod', '/v1/'],
      fail(missing),
    ],
    ['http://a.test/v1', fail(offline), ok(day), ['/v1/planetary/apod'], fail(offline)],
    ['http://a.test', fail(missing), ok(day), ['/planetary/apod'], fail(missing)],
    ['http://a.test/v1', ok(day), ok(day), ['/v1/planetary/apod'], ok('2026-11-20')],
  ])('asks at %s: %j, and below it: %j', async (base, atPath, atBase, asked, expected) => {
    const { http, paths } = clientOf((path) => (path.endsWith('apod') ? atPath : atBase));
    const result = await sourceOf(http, base).fetch(null, never);
    expect(paths.map((path) => path.split('?')[0])).toEqual(asked);
    expect(result.ok ? ok(result.value.date) : result).toEqual(expected);
  });

  it('remembers the address at which the service answered itself', async () => {
    const { http, paths } = clientOf((path) => (path.endsWith('apod') ? fail(missing) : ok(day)));
    const source = sourceOf(http, 'http://a.test/v1');
    await source.fetch(null, never);
    await source.fetch('2026-11-20', never);
    expect(paths.slice(2)).toEqual(['/v1/?hd=true&thumbs=true&date=2026-11-20']);
    const wrong = clientOf((path) => (path.endsWith('apod') ? fail(missing) : ok({})));
    const other = sourceOf(wrong.http, 'http://a.test/v1');
    await other.fetch(null, never);
    await other.fetch(null, never);
    expect(wrong.paths).toHaveLength(4);
  });

  it.each([
    [
      { 'x-ratelimit-remaining': ' 12 ', 'x-ratelimit-limit': '30' },
      { limit: 30, remaining: 12 },
    ],
    [{ 'x-ratelimit-remaining': '0' }, { limit: null, remaining: 0 }],
    [
      { 'x-ratelimit-remaining': '12', 'x-ratelimit-limit': '30, 40' },
      { limit: null, remaining: 12 },
    ],
    [{ 'x-ratelimit-remaining': '-1' }, null],
    [{ 'x-ratelimit-remaining': '1e3' }, null],
    [{ 'x-ratelimit-limit': '30' }, null],
  ])('reads the quota from %j', async (headers, quota) => {
    const { http } = clientOf(() => ok(day), headers);
    const source = sourceOf(http, 'http://a.test');
    await source.fetch(null, never);
    expect(source.quota()).toEqual(quota && { ...quota, at: 7 });
  });

  it.each([
    [refused(400, 'no data available for date: 2026-11-20'), missing],
    [refused(400, 'Date must be between Jun 16, 1995 and today.'), missing],
    [refused(400, 'No APOD entry found'), missing],
    [refused(400, 'INVALID_DATE'), refused(400, 'INVALID_DATE')],
    [refused(410, 'no APOD entry found'), refused(410, 'no APOD entry found')],
    [offline, offline],
  ])('classifies %j as %j', async (failure, expected) => {
    const { http } = clientOf(() => fail(failure));
    expect(await sourceOf(http, 'http://a.test').fetch(null, never)).toEqual(fail(expected));
  });
});

describe('probePicture', () => {
  const keyRefused: Failure = { kind: 'key-refused' };
  it.each<[string, string | null, Result<unknown>, Result<unknown>, Result<null>]>([
    ['the legacy service answers', null, ok(day), fail(offline), ok(null)],
    ['it refuses the public key', null, fail(keyRefused), fail(offline), ok(null)],
    ['it refuses the key of the user', 'mine', fail(keyRefused), ok([]), fail(keyRefused)],
    [
      'only the successor answers',
      null,
      fail(missing),
      ok([{ ...day, apod_date: '20261120' }]),
      ok(null),
    ],
    ['neither answers', null, fail(offline), fail(missing), fail(offline)],
  ])(
    'passes if a picture service is there: %s',
    async (_what, apiKey, legacy, successor, result) => {
      const { http, paths } = clientOf((path) => (path.includes('wp-json') ? successor : legacy));
      const url = 'http://a.test';
      expect(await probePicture({ http, url, apiKey, now: () => 0 }, never)).toEqual(result);
      expect(paths[0]).toContain(`api_key=${apiKey ?? 'DEMO_KEY'}`);
    },
  );
});

it('simulatedSource marks each record of a source, and keeps the rest', async () => {
  const record = pictureRecord('2026-11-20');
  const quota = { limit: 30, remaining: 3, at: 7 };
  const results: Result<typeof record>[] = [ok(record), fail(offline)];
  const source = {
    name: 'legacy' as const,
    quota: () => quota,
    fetch: () => Promise.resolve(results.shift() ?? fail(missing)),
  };
  const simulated = simulatedSource(source);
  expect(simulated.name).toBe('legacy');
  expect(simulated.quota()).toEqual(quota);
  expect(await simulated.fetch(null, never)).toEqual(ok({ ...record, simulated: true }));
  expect(await simulated.fetch(null, never)).toEqual(fail(offline));
});
