import { createHash } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasDownloadedBytes } from './picture-folder.ts';

describe('hasDownloadedBytes', () => {
  const bytes = Buffer.from('the bytes of a picture');
  const changed = Buffer.from('the bytes of a piXture');
  const time = new Date('2026-11-27T05:00:00Z');
  let path = '';
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'overhead-folder-'));
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
    path = join(folder, `2026-11-27-${hash}.jpg`);
    write(bytes);
  });
  afterEach(() => rmSync(join(path, '..'), { recursive: true }));
  function write(content: Buffer, writtenAt = time): void {
    writeFileSync(path, content);
    utimesSync(path, writtenAt, writtenAt);
  }

  it('reads a file once, while its size, time and inode are the same', async () => {
    expect(await hasDownloadedBytes(path)).toBe(true);
    write(changed);
    expect(await hasDownloadedBytes(path)).toBe(true);
  });

  it('reads a file again after its time or its inode has changed', async () => {
    expect(await hasDownloadedBytes(path)).toBe(true);
    write(changed, new Date(time.getTime() + 1000));
    expect(await hasDownloadedBytes(path)).toBe(false);
    write(bytes);
    expect(await hasDownloadedBytes(path)).toBe(true);
    // The first file keeps its inode until the second has one.
    const draft = `${path}.draft`;
    writeFileSync(draft, changed);
    utimesSync(draft, time, time);
    renameSync(draft, path);
    expect(await hasDownloadedBytes(path)).toBe(false);
  });

  it('reads a file with wrong bytes each time, and accepts it when its bytes are right again', async () => {
    write(changed);
    expect(await hasDownloadedBytes(path)).toBe(false);
    write(bytes);
    expect(await hasDownloadedBytes(path)).toBe(true);
  });

  it('leaves a missing file to the next reader', async () => {
    rmSync(path);
    expect(await hasDownloadedBytes(path)).toBe(true);
  });
});
