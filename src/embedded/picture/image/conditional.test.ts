import { describe, expect, test } from 'vitest';
import { createServices } from '#embedded/services.ts';
import { answerTo } from './conditional.ts';

const modified = Date.UTC(2026, 10, 20);
const date = new Date(modified).toUTCString();
const before = new Date(modified - 1000).toUTCString();
const version = { etag: '"one"', modified, length: 100 };

test.each<[Record<string, string>, object]>([
  [{}, { status: 200 }],
  [{ 'If-None-Match': '"one"' }, { status: 304 }],
  [{ 'If-None-Match': '"zero", W/"one"' }, { status: 304 }],
  [{ 'If-None-Match': '*' }, { status: 304 }],
  [{ 'If-None-Match': '"two"', 'If-Modified-Since': date }, { status: 200 }],
  [{ 'If-Modified-Since': date }, { status: 304 }],
  [{ 'If-Modified-Since': before }, { status: 200 }],
  [{ 'If-Modified-Since': 'tea' }, { status: 200 }],
  [{ Range: 'bytes=10-19' }, { status: 206, from: 10, to: 19 }],
  [{ Range: 'bytes=90-' }, { status: 206, from: 90, to: 99 }],
  [{ Range: 'bytes=90-1000' }, { status: 206, from: 90, to: 99 }],
  [{ Range: 'bytes=-9' }, { status: 206, from: 91, to: 99 }],
  [{ Range: 'bytes=-900' }, { status: 206, from: 0, to: 99 }],
  [{ Range: 'bytes=-0' }, { status: 416 }],
  [{ Range: 'bytes=100-' }, { status: 416 }],
  [{ Range: 'bytes=9-8' }, { status: 200 }],
  [{ Range: 'bytes=-' }, { status: 200 }],
  [{ Range: 'bytes=0-1,4-5' }, { status: 200 }],
  [{ Range: 'lines=0-1' }, { status: 200 }],
  [
    { Range: 'bytes=9-', 'If-Range': '"one"' },
    { status: 206, from: 9, to: 99 },
  ],
  [{ Range: 'bytes=9-', 'If-Range': '"two"' }, { status: 200 }],
  [{ Range: 'bytes=9-', 'If-Range': 'W/"one"' }, { status: 200 }],
  [
    { Range: 'bytes=9-', 'If-Range': date },
    { status: 206, from: 9, to: 99 },
  ],
  [{ Range: 'bytes=9-', 'If-Range': before }, { status: 200 }],
  [{ Range: 'bytes=9-', 'If-None-Match': '"one"' }, { status: 304 }],
])('%j', (headers, expected) => {
  expect(answerTo(new Headers(headers), version)).toEqual(expected);
});

describe('a picture', () => {
  const services = createServices({ now: () => Date.UTC(2026, 10, 20, 12) });
  const ask = async (headers: Record<string, string> = {}, method = 'GET') => {
    const request = new Request('http://pictures.test/image/2026-11-20/hd.jpg', {
      headers,
      method,
    });
    const answer = await services.picture.fetch(request);
    const { status } = answer;
    return { status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  test('comes in two halves that are the whole, and not again when it is known', async () => {
    const all = await ask();
    const etag = all.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(all.headers.get('Last-Modified')).toBe(date);
    expect(all.headers.get('Accept-Ranges')).toBe('bytes');
    const { length } = all.bytes;
    const begin = await ask({ Range: 'bytes=0-999' });
    expect(begin).toMatchObject({ status: 206, bytes: { length: 1000 } });
    expect(begin.headers.get('Content-Range')).toBe(`bytes 0-999/${length}`);
    expect(begin.headers.get('Content-Length')).toBe('1000');
    const rest = await ask({ Range: 'bytes=1000-', 'If-Range': etag });
    expect(Buffer.concat([begin.bytes, rest.bytes]).equals(all.bytes)).toBe(true);
    const known = await ask({ 'If-None-Match': etag });
    expect(known).toMatchObject({ status: 304, bytes: { length: 0 } });
    expect(known.headers.get('ETag')).toBe(etag);
    const beyond = await ask({ Range: `bytes=${length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('Content-Range')).toBe(`bytes */${length}`);
    expect((await ask({ Range: 'bytes=0-9' }, 'HEAD')).status).toBe(200);
  });
});
