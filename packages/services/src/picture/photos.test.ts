import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addDays } from './calendar.ts';
import photos from './photos.json' with { type: 'json' };
import { photoOf } from './photos.ts';

it('has thirty different photos, whose files exist', () => {
  expect(new Set(photos.map(({ name }) => name)).size).toBe(30);
  const files = photos.flatMap((photo) => photo.files.map(({ file }) => file));
  expect(files.filter((file) => !existsSync(join('resources', 'photos', file)))).toEqual([]);
});

it.each([
  ['landscape', 15],
  ['portrait', 6],
] as const)('repeats a photo of the shape %s only after %d days', (shape, count) => {
  const days = Array.from({ length: count }, (_, ago) => addDays('2026-11-20', -ago));
  const jpegs = days.map((date) => photoOf(date, shape)).filter(({ format }) => format === 'jpg');
  expect(new Set(jpegs.map(({ name }) => name)).size).toBe(jpegs.length);
});
