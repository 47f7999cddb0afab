import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mayFileExist, systemCodeOf } from './attempt.ts';

const thrownBy = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

describe('systemCodeOf', () => {
  it('returns the code of a system error', () => {
    expect(systemCodeOf(thrownBy(() => readFileSync('/no/such/file')))).toBe('ENOENT');
  });

  it.each([
    ['an argument that Node rejects', thrownBy(() => readFileSync(null as unknown as string))],
    ['an error of a library', Object.assign(new Error('x'), { code: 'UND_ERR_SOCKET' })],
    ['an object that is not an Error', { code: 'ENOENT', errno: -2 }],
    ['undefined', undefined],
  ])('returns null for %s', (_what, error) => {
    expect(systemCodeOf(error)).toBeNull();
  });
});

describe('mayFileExist', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attempt-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'file'), '');

  it.each([
    ['a file', 'file', true],
    ['a folder', '.', true],
    ['a missing file', 'other', false],
    ['a path below a file', 'file/name', false],
    // The error is ENAMETOOLONG, as an example: a missing permission would be no error for root. Windows has no such file.
    [
      'a file about which the system reports an error',
      'x'.repeat(300),
      process.platform !== 'win32',
    ],
  ])('returns whether a file may exist, for %s', (_what, name, expected) => {
    expect(mayFileExist(join(folder, name))).toBe(expected);
  });
});
