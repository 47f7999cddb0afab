import { expect, it } from 'vitest';
import { dayPicture } from '#test/support/pictures.ts';
import { memoryArchive } from '#test/support/picture-world.ts';
import { holdUnsaved } from './held-archive.ts';

it('holds what the disk does not take, in its place among the days, until it takes it', () => {
  const archive = memoryArchive();
  const held = holdUnsaved(archive);
  held.save(dayPicture('2026-11-18'));
  archive.full = { kind: 'storage', code: 'SQLITE_FULL' };
  expect(held.save(dayPicture('2026-11-19'))).toMatchObject({ failure: { code: 'SQLITE_FULL' } });
  expect(held.newest()).toEqual(dayPicture('2026-11-19'));
  expect(held.get('2026-11-19')).toEqual(dayPicture('2026-11-19'));
  const dates = (before: string | null) =>
    held.days({ before, limit: 9 }).map(({ record }) => record.date);
  expect(dates(null)).toEqual(['2026-11-19', '2026-11-18']);
  expect(dates('2026-11-19')).toEqual(['2026-11-18']);
  expect(held.flush().ok).toBe(false);
  archive.full = null;
  expect(held.flush().ok).toBe(true);
  expect(archive.get('2026-11-19')).toEqual(dayPicture('2026-11-19'));
  expect(dates(null)).toEqual(['2026-11-19', '2026-11-18']);
});
