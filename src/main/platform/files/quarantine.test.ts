import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { asidePathsOf, putAside } from './quarantine.ts';

it('putAside renames a file and those beside it, and asidePathsOf finds it again, the newest first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-aside-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a.sqlite');
  const stamps = ['2026-11-20T12-00-00-000Z', '2026-11-20T12-00-00-001Z'];
  const aside = stamps.map((stamp) => `${path}.unusable-${stamp}`);
  for (const [index, expected] of aside.entries()) {
    writeFileSync(path, `content ${index}`);
    if (index === 0) writeFileSync(`${path}-wal`, 'log');
    const now = Date.parse('2026-11-20T12:00:00Z') + index;
    expect(putAside(path, now, ['-wal', '-shm'])).toBe(expected);
    expect(readFileSync(expected, 'utf8')).toBe(`content ${index}`);
  }
  expect(readFileSync(`${aside[0]}-wal`, 'utf8')).toBe('log');
  expect(putAside(join(folder, 'none'), 0)).toBe(
    join(folder, 'none.unusable-1970-01-01T00-00-00-000Z'),
  );
  const others = [`b.sqlite.unusable-${stamps[0]}`, `xa.sqlite.unusable-${stamps[0]}`];
  for (const name of [...others, `a.sqlite.unusable-x${stamps[0]}`, 'a.sqlite.unusable-2026'])
    writeFileSync(join(folder, name), '');
  expect(asidePathsOf(path)).toEqual(aside.toReversed());
  expect(readdirSync(folder)).toHaveLength(7);
});
