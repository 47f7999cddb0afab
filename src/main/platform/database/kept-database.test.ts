import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { KeptDatabase } from './kept-database.ts';

const layout = {
  migrations: ['CREATE TABLE numbers (value INTEGER NOT NULL) STRICT'],
  salvage: () => undefined,
};

it('KeptDatabase tries the disk at most once a second, and then uses the database on it', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'overhead-kept-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'missing');
  let time = 5_000;
  const clock = { now: () => 0, monotonic: () => time };
  const kept = new KeptDatabase(join(folder, 'a.sqlite'), clock, layout);
  const failure = { kind: 'storage', code: 'ENOENT' } as const;
  const events: string[] = [];
  for (const name of ['first', 'second']) kept.onReplaced(() => events.push(name));
  const prepare = vi.fn((database: ReturnType<typeof kept.current>) => ({
    add: database.prepare('INSERT INTO numbers VALUES (?)'),
    all: database.prepare('SELECT value FROM numbers'),
  }));
  const use = kept.bound(prepare);
  const values = () => use(({ all }) => all.all().map(({ value }) => value));

  expect(values()).toEqual([]);
  expect(values()).toEqual([]);
  expect(prepare).toHaveBeenCalledTimes(1);
  expect(() => use(({ add }) => add.run(1))).toThrow(
    expect.objectContaining({ message: 'the database is temporary', code: 'ENOENT', errno: 0 }),
  );
  expect(kept.failure()).toEqual(failure);
  expect(await kept.backUp(0)).toEqual({ ok: false, failure });
  expect(kept.msUntilBackup(0)).toBe(0);
  mkdirSync(folder);
  time += 999;
  expect(kept.medium()).toEqual(failure);
  rmSync(folder, { recursive: true });
  time += 1;
  expect(kept.medium()).toEqual(failure);
  mkdirSync(folder);
  time += 999;
  expect(kept.medium()).toEqual(failure);
  expect(events).toEqual([]);
  time += 1;
  expect(kept.medium()).toBe('disk');
  expect(events).toEqual(['first', 'second']);
  expect(kept.failure()).toBeNull();
  expect(kept.opened.failure).toEqual(failure);
  expect(kept.recovered).toBeNull();
  use(({ add }) => add.run(2));
  expect(values()).toEqual([2]);
  expect(prepare).toHaveBeenCalledTimes(2);
  expect(await kept.backUp(0)).toMatchObject({ ok: true });
  expect(kept.msUntilBackup(1_000)).toBeGreaterThan(0);
  kept.close();
  expect(() => values()).toThrow('finalized');
});
