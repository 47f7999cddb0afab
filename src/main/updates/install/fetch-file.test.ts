import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ok } from '#shared/failure.ts';
import type { UpdateFeed } from '../ports.ts';
import { fetchFile } from './fetch-file.ts';

/** By itself: what is built around it looks at the hash again, and would hide that nobody did here. */
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-fetch-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const promised = Buffer.from('version 1.1.0');
const file = {
  url: 'Overhead-1.1.0.AppImage',
  size: promised.length,
  sha512: createHash('sha512').update(promised).digest('base64'),
};

function fetched(content: string, path = join(folder, 'package')) {
  const feed: UpdateFeed = {
    manifest: () => Promise.reject(new Error('nobody asks for it')),
    async file(_file, take) {
      const failure = await take(Buffer.from(content));
      return failure === null ? ok(null) : { ok: false, failure };
    },
  };
  const { signal } = new AbortController();
  return fetchFile({ feed, file, onProgress: () => undefined, signal }, path);
}

it('takes what the manifest promised, for this person alone', async () => {
  expect(await fetched('version 1.1.0')).toEqual(ok(null));
  expect(statSync(join(folder, 'package')).mode & 0o077).toBe(0);
});

it.each([
  ['of the same length', 'version 6.6.6', { kind: 'wrong-file' }],
  ['shorter', 'version 1', { kind: 'download', failure: { kind: 'truncated' } }],
  ['longer', 'version 1.1.0!', { kind: 'download', failure: { kind: 'truncated' } }],
])('refuses another file: %s', async (_what, content, trouble) => {
  expect(await fetched(content)).toEqual({ ok: false, failure: trouble });
});
