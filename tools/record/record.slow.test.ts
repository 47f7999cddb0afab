import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecordingLine } from '#services/recording.ts';
import { type Services, startServices } from '#services/server.ts';

const run = promisify(execFile);
const main = join(import.meta.dirname, 'record.ts');

let services: Services;
let folder: string;
let out: string;
beforeAll(async () => {
  const clock = { now: Date.UTC(2026, 10, 20, 12), rate: 0 };
  services = await startServices({ clock, key: 'my-secret' });
  folder = await mkdtemp(join(tmpdir(), 'overhead-record-'));
});
beforeEach(() => (out = join(folder, `${Math.random()}.jsonl`)));
afterAll(async () => {
  await services.stop();
  await rm(folder, { recursive: true, force: true });
});

async function recorded(...args: readonly string[]): Promise<RecordingLine[]> {
  await run(process.execPath, [main, ...args, '--out', out]);
  const text = await readFile(out, 'utf8');
  expect(text).not.toContain('my-secret');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordingLine);
}

describe('record', () => {
  it('records the newest picture of all sources, and the first bytes of its file', async () => {
    const base = services.urls.apod_url;
    const lines = await recorded('picture', '--base', base, '--key', 'my-secret');
    expect(lines.map(({ source, status }) => `${source} ${status}`)).toEqual([
      'legacy 200',
      'successor list 200',
      'image 200',
      'feed 200',
      'editors 200',
      'editors feed 200',
    ]);
    const [legacy, list, image, feed] = lines;
    expect(legacy).toMatchObject({ kind: 'recorded', record: { date: '2026-11-20' } });
    expect(legacy?.url).toBe(`${base}/planetary/apod?api_key=&thumbs=true`);
    expect(legacy?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(Date.parse(legacy?.at ?? '')).toBeGreaterThan(Date.now() - 600_000);
    expect(list?.record).toHaveLength(2);
    expect(image?.body).toMatch(/^ffd8ff/);
    expect(image?.body).toHaveLength(512);
    expect(Number(image?.bytes)).toBeGreaterThan(10_000);
    expect(feed?.body).toMatch(/^<\?xml/);
  });

  it('records a day of the past, including errors', async () => {
    const base = services.urls.apod_url;
    const lines = await recorded('picture', '--base', base, '--date', '2020-06-10');
    expect(lines.map(({ source, status }) => `${source} ${status}`)).toEqual([
      'legacy 200',
      'successor 404',
      'editors 200',
    ]);
    expect(lines[1]?.record).toMatchObject({ code: 'apod_basic_not_found' });
  });

  it('records the position', async () => {
    const [line] = await recorded('position', '--base', services.urls.iss_url);
    expect(line).toMatchObject({ status: 200, record: { message: 'success' } });
  });

  it('records the answers to posts', async () => {
    const lines = await recorded('posts', '--base', services.urls.posts_url);
    expect(lines.map(({ method, status }) => `${method} ${status}`)).toEqual([
      ...['POST 201', 'PUT 200', 'PUT 404', 'POST 400', 'DELETE 200'],
    ]);
  });

  it('refuses to overwrite a recording', async () => {
    await recorded('position', '--base', services.urls.iss_url);
    await expect(recorded('position', '--base', services.urls.iss_url)).rejects.toMatchObject({
      code: 1,
      stderr: `record: ${out} exists already; name a new file\n`,
    });
  });

  it('exits with 1 without an answer, and prints the address without the key', async () => {
    const args = ['picture', '--base', 'http://127.0.0.1:9', '--key', 'my-secret', '--out', out];
    await expect(
      run(process.execPath, [main, ...args, '--date', '2026-11-20']),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^no answer from [^\n]+api_key=&(?![^]*my-secret)/) as unknown,
    });
  });
});

describe('the command line of record', () => {
  it.each([
    [[], 'service'],
    [['weather', '--out', 'a'], 'service'],
    [['picture'], 'out'],
    [['picture', '--out', 'a', '--date', '2026-13-01'], 'date'],
    [['picture', '--out', 'a', '--base', 'file:///etc'], 'base'],
    [['position', '--out', 'a', '--interval', '1'], 'interval'],
    [['position', '--out', 'a', '--count', '1000'], 'count'],
    [['position', '--out', 'a', '--speed', '9'], 'speed'],
  ])('refuses %j with exit code 2', async (args, word) => {
    await expect(run(process.execPath, [main, ...args])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(new RegExp(`^[^\\n]*${word}`)) as unknown,
    });
  });
});
