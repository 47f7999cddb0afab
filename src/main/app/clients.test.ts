import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type Services } from '#services/server.ts';
import type { ProviderName } from '#shared/picture/providers.ts';
import type { PictureSource } from '#picture/providers/sources.ts';
import { createHttp } from '#platform/http/http.ts';
import { createPostsService } from '#journal/posts-client.ts';
import { fetchPosition } from '#station/position-client.ts';
import { createPictureClients, type PictureClients } from '#picture/picture-clients.ts';

const never = new AbortController().signal;
const post = { title: 'T', body: 'B', userId: 1 };
let services: Services;
let clients: PictureClients;
const http = createHttp({ userAgent: 'Overhead/test', now: Date.now });
let legacy: PictureSource;
let successor: PictureSource;
let pictureFolder: string;
let apiKey = 'DEMO_KEY';

beforeEach(() => {
  apiKey = 'DEMO_KEY';
});

beforeAll(async () => {
  pictureFolder = await mkdtemp(join(tmpdir(), 'overhead-services-'));
  services = await startServices({ scenarios: { picture: [{ name: 'small' }] } });
  const { posts_url: posts, iss_url: position, apod_url: picture } = services.urls;
  clients = createPictureClients({
    http,
    urls: () => ({ posts, position, picture }),
    apiKey: () => apiKey,
    pictureFolder,
    pictureNeed: () => ({ longestSide: 640 }),
    now: Date.now,
  });
  const source = (name: ProviderName): PictureSource => {
    const found = clients.pictures.find((one) => one.name === name);
    if (found === undefined) throw new Error(`${name} is missing`);
    return found;
  };
  legacy = source('legacy');
  successor = source('successor');
});
afterAll(async () => {
  await http.close();
  await services.stop();
  await rm(pictureFolder, { recursive: true });
});

describe('the clients and the embedded services', () => {
  it('agree on a picture, from its record to a file on disk', async () => {
    const record = await legacy.fetch('2024-02-29', never);
    if (!record.ok) throw new Error(JSON.stringify(record.failure));
    expect(record.value).toMatchObject({ date: '2024-02-29', mediaType: 'image' });
    const file = await clients.downloader.download(record.value, never);
    if (!file.ok) throw new Error(JSON.stringify(file.failure));
    expect(file.value.width).toBeGreaterThan(file.value.height);
    expect(await readdir(pictureFolder)).toContain(file.value.name);
  });

  it('return the same picture from the successor service as from the legacy service', async () => {
    const record = await successor.fetch('2024-02-29', never);
    if (!record.ok) throw new Error(JSON.stringify(record.failure));
    const other = await legacy.fetch('2024-02-29', never);
    if (!other.ok) throw new Error(JSON.stringify(other.failure));
    const plain = (text: string): string => text.replaceAll('’', "'");
    expect(plain(record.value.title)).toBe(plain(other.value.title));
    expect(plain(record.value.explanation)).toBe(plain(other.value.explanation));
    expect(record.value.servedBy).toBe('successor');
    expect(record.value.alt?.length).toBeGreaterThan(10);
    const file = await clients.downloader.download(record.value, never);
    if (!file.ok) throw new Error(JSON.stringify(file.failure));
    const newest = await successor.fetch(null, never);
    expect(newest).toMatchObject({ ok: true, value: { servedBy: 'successor' } });
    expect(await successor.fetch('2090-01-01', never)).toMatchObject({
      failure: { kind: 'not-found' },
    });
  });

  it('agree on the failures for an invalid date and an unknown key', async () => {
    const invalid = await legacy.fetch('2024-13-45', never);
    expect(invalid).toMatchObject({ failure: { kind: 'refused', status: 400 } });
    apiKey = 'mistyped';
    expect(await legacy.fetch(null, never)).toEqual({
      ok: false,
      failure: { kind: 'key-refused' },
    });
  });

  it('agree on the fields and the time of a position', async () => {
    const fix = await fetchPosition(http, services.urls.iss_url, Date.now, never);
    if (!fix.ok) throw new Error(JSON.stringify(fix.failure));
    expect(Math.abs(fix.value.latitude)).toBeLessThan(51.9);
    // The answer is for the second that it names; the transfer takes some more time.
    expect(Math.abs(fix.value.time * 1000 - fix.value.receivedAt)).toBeLessThan(60_000);
  });

  it('agree on the answers when a post is created, replaced, deleted or too long', async () => {
    const posts = createPostsService({ http, baseUrl: () => services.urls.posts_url });
    expect(await posts.create(post, never)).toEqual({
      ok: true,
      value: { status: 201, id: 101 },
    });
    expect(await posts.replace({ ...post, id: 7 }, never)).toEqual({
      ok: true,
      value: { status: 200, id: 7 },
    });
    expect(await posts.delete(7, never)).toEqual({
      ok: true,
      value: { status: 200, id: null },
    });
    expect(await posts.create({ ...post, title: 'T'.repeat(2 ** 20) }, never)).toMatchObject({
      failure: { kind: 'refused' },
    });
  });
});
