import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Services, startServices } from '../server.ts';
import { apodRecordSchema } from './apod/schemas.ts';

const now = Date.UTC(2026, 10, 20, 3, 30);
let services: Services;
beforeAll(async () => {
  services = await startServices({ now: () => now, key: 'mine' });
});
afterAll(() => services.stop());

test('a record leads to its pictures', async () => {
  const address = `${services.urls.apod_url}/planetary/apod?api_key=mine`;
  const record = apodRecordSchema.parse(await (await fetch(address)).json());
  for (const [url, width] of [
    [record.url, 1280],
    [record.hdurl, 1920],
  ] as const) {
    const answer = await fetch(url ?? '');
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    // Behind the marker of the frame: length, bits, height.
    const bytes = Buffer.from(await answer.arrayBuffer());
    const frame = Math.max(bytes.indexOf('ffc0', 'hex'), bytes.indexOf('ffc2', 'hex'));
    expect(bytes.readUInt16BE(frame + 7)).toBe(width);
  }
});

test('what is not there is said in JSON', async () => {
  const answer = await fetch(`${services.urls.apod_url}/nothing`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: 'Not Found' });
});
