import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { FakeClock } from '#test/support/fake-clock.ts';
import type { ObservedRequest } from '#platform/http/observer.ts';
import { createRecorder } from '#platform/recorder/recorder.ts';
import { harOf } from './har.ts';
import { readReport, UnreadableReport } from './read.ts';

/** The objects of HTTP Archive 1.2 with all their fields, http://www.softwareishard.com/blog/har-12-spec/. */
const comment = { comment: z.string().optional() };
const pair = z.strictObject({ name: z.string(), value: z.string(), ...comment });
const cookie = z.looseObject({ name: z.string(), value: z.string() });
const size = z.int().min(-1);
const ms = z.number().nonnegative();
const message = {
  httpVersion: z.string(),
  cookies: z.array(cookie),
  headers: z.array(pair),
  headersSize: size,
  bodySize: size,
  ...comment,
};
const harEntrySchema = z
  .strictObject({
    pageref: z.string().optional(),
    startedDateTime: z.iso.datetime({ offset: true }),
    time: ms,
    request: z.strictObject({
      method: z.string().regex(/^[A-Z]+$/),
      url: z.url({ protocol: /^https?$/ }),
      queryString: z.array(pair),
      postData: z
        .strictObject({ mimeType: z.string(), params: z.array(pair), text: z.string(), ...comment })
        .optional(),
      ...message,
    }),
    response: z.strictObject({
      status: z.int(),
      statusText: z.string(),
      content: z.strictObject({
        size: z.int(),
        compression: z.int().optional(),
        mimeType: z.string(),
        text: z.string().optional(),
        encoding: z.string().optional(),
        ...comment,
      }),
      redirectURL: z.string(),
      ...message,
    }),
    cache: z.strictObject({}),
    timings: z.strictObject({
      blocked: z.number().optional(),
      dns: z.number().optional(),
      connect: z.number().optional(),
      send: ms,
      wait: ms,
      receive: ms,
      ssl: z.number().optional(),
      ...comment,
    }),
    serverIPAddress: z.string().optional(),
    connection: z.string().optional(),
    ...comment,
  })
  .refine(
    ({ time, timings: { send, wait, receive } }) => time === send + wait + receive,
    'time is not the sum of the timings',
  );
const harSchema = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string(), ...comment }),
    browser: z.looseObject({}).optional(),
    pages: z.array(z.looseObject({})).optional(),
    entries: z.array(harEntrySchema),
    ...comment,
  }),
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** Makes a record with an answer, a post that failed, a request without a network and a request that never ended. */
async function record() {
  const clock = new FakeClock();
  const recorder = createRecorder(clock);
  const send = (
    service: 'picture' | 'position' | 'posts',
    path: string,
    request: Partial<ObservedRequest> = {},
  ) =>
    recorder.observe(() => ({ service, host: null, basePath: '' }))({
      method: 'GET',
      url: new URL(path, 'https://example.org'),
      headers: { accept: 'application/json' },
      body: null,
      ...request,
    });
  const position = send('position', '/iss-now.json');
  await clock.advance(40);
  position.answered(200, { 'content-type': 'application/json', 'content-length': '21' });
  position.piece(Buffer.from('{"message":"success"}'));
  await clock.advance(2);
  position.ended(null);
  const post = send('posts', '/posts', { method: 'POST', body: '{"title":"a"}' });
  post.answered(503, { 'retry-after': '90' });
  post.ended({ kind: 'unavailable', status: 503, retryAt: null });
  send('picture', '/planetary/apod?date=2026-11-20&api_key=x').ended({
    kind: 'offline',
    reason: 'dns',
  });
  send('picture', '/image/1.jpg');
  recorder.power('suspend');
  return recorder.record();
}
const report = async () => ({
  format: 'overhead-report',
  version: 1,
  madeAt: 5,
  parts: { log: ['one'], record: await record() },
});
function save(content: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const quiet = (line: string): never => expect.fail(line);

describe('a report as an HTTP Archive', () => {
  it('contains all exchanges, in the form of version 1.2', async () => {
    const har = harOf(readReport(save(await report()), quiet));
    const { entries } = harSchema.parse(har).log;
    expect(entries.map(({ request, response }) => [request.url, response.status])).toEqual([
      ['https://position.invalid/iss-now.json', 200],
      ['https://posts.invalid/posts', 503],
      ['https://picture.invalid/planetary/apod?date=2026-11-20', 0],
      ['https://picture.invalid/-', 0],
    ]);
    expect(entries[0]).toMatchObject({
      startedDateTime: '2026-11-20T12:00:00.000Z',
      time: 42,
      timings: { wait: 40, receive: 2 },
      response: { content: { size: 21, text: '{"message":"success"}' } },
    });
    expect(entries[1]?.request.postData?.comment).toMatch(/^13 bytes, hash [\da-f]{16}$/);
    expect(entries[2]?.comment).toBe('offline: dns');
  });

  it('has no entries if the report excludes the requests', () => {
    const path = save({ format: 'overhead-report', version: 1, madeAt: 5, parts: {} });
    expect(harSchema.parse(harOf(readReport(path, quiet))).log.entries).toEqual([]);
  });
});

describe('readReport', () => {
  const head = { format: 'overhead-report', version: 1, madeAt: 5 };
  it.each([
    ['nothing', '', /is not JSON\.$/],
    ['plain text', 'hello', /is not JSON\.$/],
    ['JSON of another form', '[1]', /is not a report of Overhead\.$/],
    ['deeply nested JSON', '['.repeat(100_000), /is not JSON\.$/],
    ['missing parts', JSON.stringify(head), /is not a whole report of Overhead\.$/],
    [
      'a later version',
      JSON.stringify({ ...head, version: 2, all: 'else' }),
      /was written by a later version of Overhead \(report version 2, and this program reads 1\)\.$/,
    ],
  ])('throws UnreadableReport with the reason for %s', (_, text, words) => {
    const path = save(text);
    expect(() => readReport(path, quiet)).toThrow(UnreadableReport);
    expect(() => readReport(path, quiet)).toThrow(words);
  });

  it('throws for a file of 100 MiB, which is too large', () => {
    const path = save('');
    truncateSync(path, 100 * 2 ** 20);
    expect(() => readReport(path, quiet)).toThrow(/is too large for a report: 100 MiB/);
  });

  it('omits the missing and the unreadable parts of a report, and reports the unreadable ones', () => {
    const lines: string[] = [];
    const path = save({ ...head, parts: { log: ['one'], facts: { app: 1 }, other: true } });
    expect(readReport(path, (line) => lines.push(line)).parts).toEqual({ log: ['one'] });
    expect(lines).toEqual(['the part “facts” cannot be read, and is left out']);
  });
});

describe('npm run report', () => {
  const main = join(import.meta.dirname, 'report.ts');
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [main, ...args]).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );

  it('prints control characters and direction marks as escapes', async () => {
    const log = ['\u001b[2J\u009b31m\u202ereversed\u0007'];
    const { stdout } = await run('show', save({ ...(await report()), parts: { log } }));
    // oxlint-disable-next-line no-control-regex -- these must not be printed
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(stdout)).toMatchObject({ parts: { log } });
  });

  it('prints an HTTP Archive', async () => {
    const { code, stdout } = await run('har', save(await report()));
    expect(code).toBe(0);
    expect(harSchema.parse(JSON.parse(stdout)).log.entries).toHaveLength(4);
  });

  it('exits with 2 for a report of a later version', async () => {
    const later = { ...(await report()), version: 3 };
    const outcome = await run('har', save(later));
    expect([outcome.code, outcome.stdout]).toEqual([2, '']);
    expect(outcome.stderr).toMatch(/^report: .* was written by a later version of Overhead .*\n$/);
  });
});
