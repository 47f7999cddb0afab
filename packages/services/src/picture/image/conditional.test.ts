import { expect, it } from 'vitest';
import { conditionalAnswer } from './conditional.ts';

const modified = Date.UTC(2026, 10, 20);
const date = new Date(modified).toUTCString();
const before = new Date(modified - 1000).toUTCString();
const version = { etag: '"one"', modified, length: 100 };

it.each<[Record<string, string>, object]>([
  [{}, { status: 200 }],
  [{ 'If-None-Match': '"zero", W/"one"' }, { status: 304 }],
  [{ 'If-None-Match': '*' }, { status: 304 }],
  [{ 'If-None-Match': '"two"', 'If-Modified-Since': date }, { status: 200 }],
  [{ 'If-Modified-Since': date }, { status: 304 }],
  [{ 'If-Modified-Since': before }, { status: 200 }],
  [{ 'If-Modified-Since': 'tea' }, { status: 200 }],
  [{ Range: 'bytes=10-19' }, { status: 206, from: 10, to: 19 }],
  [{ Range: 'bytes=90-1000' }, { status: 206, from: 90, to: 99 }],
  [{ Range: 'bytes=-9' }, { status: 206, from: 91, to: 99 }],
  [{ Range: 'bytes=-900' }, { status: 206, from: 0, to: 99 }],
  [{ Range: 'bytes=-0' }, { status: 416 }],
  [{ Range: 'bytes=100-' }, { status: 416 }],
  [{ Range: 'bytes=9-8' }, { status: 200 }],
  [{ Range: 'bytes=0-1,4-5' }, { status: 200 }],
  [{ Range: 'lines=0-1' }, { status: 200 }],
  [
    { Range: 'bytes=9-', 'If-Range': '"one"' },
    { status: 206, from: 9, to: 99 },
  ],
  [{ Range: 'bytes=9-', 'If-Range': 'W/"one"' }, { status: 200 }],
  [
    { Range: 'bytes=9-', 'If-Range': date },
    { status: 206, from: 9, to: 99 },
  ],
  [{ Range: 'bytes=9-', 'If-Range': before }, { status: 200 }],
  [{ Range: 'bytes=9-', 'If-None-Match': '"one"' }, { status: 304 }],
])('conditionalAnswer returns the right status and range for %j', (headers, expected) => {
  expect(conditionalAnswer(new Headers(headers), version)).toEqual(expected);
});
