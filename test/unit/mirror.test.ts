import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Pool } from 'undici';
import { createServiceClients } from '#app/service-clients.ts';
import { requestsSchema } from '#services/request-log.ts';
import { startServices, type Services, type ServicesOptions } from '#services/server.ts';
import { nginxPath } from '#stand-in/system/packages.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import { startMirror, type Mirror } from '#test/support/mirror.ts';
import { pictureRig, type PictureRig } from '#test/support/picture-rig.ts';

const mirrorKey = 'key-of-the-institution';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Place {
  readonly services: Services;
  readonly mirror: Mirror;
  /** The requests that reached the services: `service status target`. */
  readonly upstream: () => Promise<string[]>;
}

/** The embedded services behind nginx. */
async function start(
  changes: Readonly<Record<string, string>> = {},
  options: ServicesOptions = {},
): Promise<Place> {
  const services = await startServices({ key: mirrorKey, ...options });
  const { apod_url: picture, iss_url: position, control_url, control_token } = services.urls;
  closing.push(services.stop);
  const mirror = await startMirror({ picture, position, key: mirrorKey, changes });
  closing.push(mirror.stop);
  return {
    services,
    mirror,
    async upstream() {
      const answer = await fetch(`${control_url}/requests`, {
        headers: { authorization: `Bearer ${control_token}` },
      });
      const { entries } = requestsSchema.parse(await answer.json());
      return entries.map(
        ({ service, status, target }) => `${service} ${status ?? 'reset'} ${target}`,
      );
    },
  };
}

/** Sends `count` requests over 200 connections; returns how many clients received each answer. */
async function clients(
  count: number,
  base: string,
  path: (client: number) => string,
): Promise<Map<string, number>> {
  const pool = new Pool(base, { connections: 200 });
  const answers = new Map<string, number>();
  await Promise.all(
    Array.from({ length: count }, async (_, client) => {
      const { statusCode, body } = await pool.request({ path: path(client), method: 'GET' });
      const answer = `${statusCode} ${await body.text()}`;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }),
  );
  await pool.close();
  return answers;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/**
 * Lines of the access log with `text`, as soon as there are `count` of them: nginx writes a line after it has sent
 * the answer.
 */
async function linesWith({ log }: Mirror, text: string, count: number): Promise<string[]> {
  const lines = (): string[] => log().filter((line) => line.includes(text));
  await vi.waitFor(() => expect(lines()).toHaveLength(count), 10_000);
  return lines();
}

describe.skipIf(nginxPath() === null)('the nginx mirror', { timeout: 60_000 }, () => {
  it.each([
    ['the successor', () => '/wp-json/wp/v2/apod-basic?page=1&per_page=1'],
    ['version 1', (n: number) => `/planetary/apod?api_key=client-${n}&hd=true&thumbs=true`],
    ['the feed', () => '/feed/apod-basic/'],
  ])(
    'serves the newest day of %s to 10,000 clients with one request to the service',
    async (_name, path) => {
      const { mirror, upstream } = await start();
      const answers = await clients(10_000, mirror.url, path);
      expect([...answers.values()]).toEqual([10_000]);
      expect([...answers.keys()][0]).toMatch(/^200 [[{<]/);
      const target = path(1).replace('client-1', mirrorKey);
      expect(await upstream()).toEqual([`picture 200 ${target}`]);
      const log = await linesWith(mirror, path(1).split('?')[0] ?? '', 10_000);
      expect(log.filter((line) => line.includes('cache=MISS upstream=200'))).toHaveLength(1);
    },
  );

  it('sends at most one request a second to the position service', async () => {
    const { mirror, upstream } = await start();
    const first = Math.floor(Date.now() / 1000);
    const answers = await clients(10_000, mirror.url, () => '/iss-now.json');
    // The clock of nginx may be slightly behind.
    const seconds = Math.floor(Date.now() / 1000) - first + 2;
    expect([...answers.values()].reduce((sum, one) => sum + one)).toBe(10_000);
    expect([...answers.keys()].every((answer) => answer.startsWith('200 '))).toBe(true);
    const asked = await upstream();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(seconds);
    // The service gives the same answer to all requests within one second.
    expect(answers.size).toBeLessThanOrEqual(asked.length);
  });

  it('writes no API key into its logs, its cache or any other file except overhead-key.conf', async () => {
    const place = await start({ '200 5m': '200 1s' });
    const { mirror, services } = place;
    const path = '/planetary/apod?api_key=key-of-a-client&date=2026-01-0';
    const ask = (day: number): Promise<Response> => fetch(`${mirror.url}${path}${day}`);
    expect((await ask(1)).status).toBe(200);
    await services.stop();
    expect((await ask(2)).status).toBe(502);
    await linesWith(mirror, 'apod&date=2026-01-0', 2);
    const files = filesBelow(mirror.folder).filter((path) => !path.endsWith('overhead-key.conf'));
    const texts = files.map((path) => readFileSync(path, 'latin1'));
    expect(texts.length).toBeGreaterThan(4);
    for (const text of texts) expect(text).not.toMatch(/key-of-(a-client|the-institution)/);
  });

  it('serves the last picture while the service is down, but no old position', async () => {
    const { mirror, services } = await start({ '200 5m': '200 1s' });
    const picture = `${mirror.url}/wp-json/wp/v2/apod-basic?page=1&per_page=1`;
    const fresh = await fetch(picture);
    const text = await fresh.text();
    expect((await fetch(`${mirror.url}/iss-now.json`)).status).toBe(200);
    await services.stop();
    await waitUntil(async () => (await fetch(picture)).headers.get('x-cache-status') === 'STALE', {
      message: 'the answer did not become stale',
      timeoutMs: 10_000,
    });
    const stale = await fetch(picture);
    expect(stale.status).toBe(200);
    expect(await stale.text()).toBe(text);
    const position = await waitUntil(
      async () => {
        const answer = await fetch(`${mirror.url}/iss-now.json`);
        return answer.status === 200 ? null : answer;
      },
      { message: 'the position did not fail', timeoutMs: 10_000 },
    );
    expect(position.status).toBe(502);
  });

  it('replaces the addresses of pictures by its own, and requests a picture once for two clients', async () => {
    const { mirror, upstream } = await start({}, { clock: { now: Date.UTC(2026, 10, 20, 12) } });
    for (const user of ['one', 'other']) {
      const installation = createServiceClients({
        userAgent: user,
        urls: () => ({ picture: mirror.url, position: mirror.url, posts: mirror.url }),
        apiKey: () => user,
        pictureFolder: join(tmpdir(), `overhead-${user}-${process.pid}`),
        now: () => Date.UTC(2026, 10, 20, 12),
      });
      closing.push(installation.dispose);
      const { signal } = new AbortController();
      const record = await installation.pictures[0]?.fetch('2026-11-18', signal);
      if (record?.ok !== true) throw new Error('no record');
      expect(record.value.hdUrl ?? record.value.url).toMatch(new RegExp(`^${mirror.url}/`));
      const file = await installation.downloader.download(record.value, signal, {
        accept: () => null,
      });
      expect(file).toMatchObject({ ok: true });
    }
    const images = (await upstream()).filter((line) => /dynamicimage|content/.test(line));
    expect(images).toHaveLength(1);
  });

  it.each(['POST /posts', 'PUT /posts/1', 'GET /posts', 'POST /iss-now.json'])(
    'refuses %s',
    async (request) => {
      const { mirror, upstream } = await start();
      const [method = '', path = ''] = request.split(' ');
      const answer = await fetch(mirror.url + path, { method });
      expect(answer.status).toBe(method === 'GET' ? 404 : 405);
      expect(await upstream()).toEqual([]);
    },
  );
});

describe.skipIf(nginxPath() === null)('the app with the mirror', { timeout: 60_000 }, () => {
  let mirrorUrl = '';
  async function appBehind(changes: Readonly<Record<string, string>> = {}): Promise<PictureRig> {
    const rig = await pictureRig('2026-11-20T12:00:00Z', {}, async (picture) => {
      const mirror = await startMirror({ picture, position: picture, key: 'mine', changes });
      closing.push(mirror.stop);
      mirrorUrl = mirror.url;
      return mirror.url;
    });
    closing.push(() => rig.close());
    await rig.start();
    return rig;
  }
  const day = (rig: PictureRig, date: string) => rig.day(date, new AbortController().signal);
  const dayOf = (rig: PictureRig): string | undefined =>
    rig.state.current.picture.last?.record.date;

  it('shows today’s picture, and the picture of another day on request', async () => {
    const rig = await appBehind();
    expect(dayOf(rig)).toBe('2026-11-20');
    for (const date of ['2026-11-10', '2026-11-11'])
      expect(await day(rig, date)).toMatchObject({ ok: true, value: { record: { date } } });
  });

  it('reports that the mirror sent another day than the requested one', async () => {
    // The cache key does not contain the day, so nginx serves the first answer for all days.
    const rig = await appBehind({
      'proxy_cache_key $uri?$args': 'proxy_cache_key day',
      'proxy_cache_key $uri?$overhead_date': 'proxy_cache_key day',
    });
    expect(await day(rig, '2026-11-10')).toMatchObject({
      ok: false,
      failure: { kind: 'malformed' },
    });
    expect(rig.archive.get('2026-11-10')).toBeNull();
    const [successor] = rig.state.current.supply.providers;
    expect(successor).toMatchObject({
      name: 'successor',
      failure: { kind: 'malformed', detail: expect.stringContaining('day') as unknown },
    });
  });

  it('keeps yesterday’s picture while the mirror serves it, and checks again within 20 minutes', async () => {
    // The newest day is cached for a day, not for five minutes.
    const rig = await appBehind({ '200 5m': '200 1d' });
    // Another installation requests version 1, too, so that the mirror has this day's answer for it in the cache.
    // Otherwise version 1 would give the app the next day's picture at the next check.
    await fetch(`${mirrorUrl}/planetary/apod`);
    await rig.nextCheck();
    expect(dayOf(rig)).toBe('2026-11-20');
    expect(rig.state.current.activities.picture.next.reason).toBe('picture-unpublished');
    const { at } = rig.state.current.activities.picture.next;
    expect((at ?? 0) - rig.clock.now()).toBeLessThanOrEqual(20 * 60_000);
  });
});
