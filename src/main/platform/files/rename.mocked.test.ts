import type * as fs from 'node:fs';
import type * as promises from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeFile } from './atomic.ts';
import { removeTreeSync, renameFile, renameFileSync } from './rename.ts';

/** The number of calls that fail before one succeeds, and their error. */
const held = vi.hoisted(() => ({ failures: 0, code: 'EBUSY', calls: 0 }));
vi.mock('node:fs', async (importOriginal) => ({
  ...(await importOriginal<typeof fs>()),
  renameSync: () => attempt(),
  rmSync: () => attempt(),
}));
vi.mock('node:fs/promises', async (importOriginal) => ({
  ...(await importOriginal<typeof promises>()),
  rename: () => Promise.resolve().then(attempt),
}));
function attempt(): void {
  held.calls += 1;
  if (held.calls <= held.failures)
    throw Object.assign(new Error(`${held.code}: rename`), { code: held.code, errno: -1 });
}

const usedPlatform = process.platform;
const setPlatform = (platform: NodeJS.Platform): void => {
  Object.defineProperty(process, 'platform', { value: platform });
};
/** The waits of the synchronous functions, in milliseconds. They do not wait in these tests. */
const waits: number[] = [];
beforeEach(() => {
  waits.length = 0;
  vi.spyOn(Atomics, 'wait').mockImplementation((_array, _index, _value, ms) => {
    waits.push(ms ?? Infinity);
    return 'timed-out';
  });
  Object.assign(held, { failures: 0, code: 'EBUSY', calls: 0 });
  setPlatform('win32');
});
afterEach(() => {
  vi.restoreAllMocks();
  setPlatform(usedPlatform);
});

describe.each<[string, () => unknown]>([
  ['renameFile', () => renameFile('/a', '/b')],
  ['renameFileSync', () => renameFileSync('/a', '/b')],
  ['removeFile', () => removeFile('/no-such-folder/a')],
  ['removeTreeSync', () => removeTreeSync('/a')],
])('%s', (_name, run) => {
  const act = (): Promise<unknown> => Promise.resolve().then(run);

  it.each(['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY'])(
    'tries again after %s on Windows',
    async (code) => {
      Object.assign(held, { code, failures: 3 });
      await act();
      expect(held.calls).toBe(4);
    },
  );

  it('throws the error of a file that stays open', async () => {
    held.failures = Infinity;
    await expect(act()).rejects.toMatchObject({ code: 'EBUSY' });
  });

  it('does not try again after another error', async () => {
    Object.assign(held, { code: 'ENOSPC', failures: Infinity });
    await expect(act()).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(held.calls).toBe(1);
  });

  it('does not try again on other systems', async () => {
    setPlatform('linux');
    held.failures = Infinity;
    await expect(act()).rejects.toMatchObject({ code: 'EBUSY' });
    expect(held.calls).toBe(1);
  });
});

it('removeTreeSync waits more than 3 s for a folder that stays open; renameFileSync waits less than 100 ms', () => {
  held.failures = Infinity;
  const waited = (act: () => void): number => {
    waits.length = 0;
    expect(act).toThrow('EBUSY');
    return waits.reduce((sum, ms) => sum + ms, 0);
  };
  expect(waited(() => removeTreeSync('/a'))).toBeGreaterThan(3_000);
  expect(waited(() => renameFileSync('/a', '/b'))).toBeLessThan(100);
});
