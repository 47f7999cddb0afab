import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  attemptStorage,
  attemptStorageAsync,
  attemptStorageWrite,
  diskFailure,
  isDamageCode,
  isMissingFileError,
  mayFileBeWhole,
  mayFileExist,
  mayFileHaveBytes,
  sqliteCode,
  systemCodeOf,
} from './attempt.ts';

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
    ['a number of another type', Object.assign(new Error('x'), { code: 'ENOENT', errno: '2' })],
    ['a code of another type', Object.assign(new Error('x'), { code: 2, errno: -2 })],
    ['a number without a code', Object.assign(new Error('x'), { errno: -2 })],
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
  writeFileSync(join(folder, 'byte'), 'x');

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

  it('mayFileHaveBytes and mayFileBeWhole compare the size of the file', () => {
    const names = ['file', 'byte', 'other', 'file/name'].map((name) => join(folder, name));
    expect(names.map(mayFileHaveBytes)).toEqual([false, true, false, false]);
    expect(names.map((name) => mayFileBeWhole(name, 0))).toEqual([true, false, false, false]);
    expect(names.map((name) => mayFileBeWhole(name, 1))).toEqual([false, true, false, false]);
  });
});

const systemError = (code: string) => Object.assign(new Error('x'), { code, errno: -1 });
const sqliteError = (errcode: number) => Object.assign(new Error('x'), { errcode });

it.each([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
  [10 | (3 << 8), 'SQLITE_IOERR'],
  [1, null],
  [19, null],
])('sqliteCode for the result code %d is %s', (errcode, code) => {
  expect(sqliteCode(sqliteError(errcode))).toBe(code);
  expect(sqliteCode({ errcode })).toBeNull();
  expect(isDamageCode(code)).toBe(errcode === 11 || errcode === 26);
});

it.each([
  ['a full disk', systemError('ENOSPC'), 'ENOSPC'],
  ['a missing file', systemError('ENOENT'), 'ENOENT'],
  ['a damaged database', sqliteError(11), 'SQLITE_CORRUPT'],
  [
    'an error of SQLite with a code of Node',
    Object.assign(sqliteError(13), { code: 'ERR_SQLITE_ERROR' }),
    'SQLITE_FULL',
  ],
  ['a wrong statement', sqliteError(1), null],
  ['a defect', new TypeError('x'), null],
])(
  'a storage failure is the result for %s, and every other error is thrown',
  async (_what, error, code) => {
    const failure = code === null ? null : { kind: 'storage', code };
    const failing = (): never => {
      throw error;
    };
    expect(diskFailure(error)).toEqual(failure);
    expect(isMissingFileError(error)).toBe(code === 'ENOENT');
    for (const attempt of [() => attemptStorage(failing), () => attemptStorageWrite(failing)])
      if (failure === null) expect(attempt).toThrow(error);
      else expect(attempt()).toEqual({ ok: false, failure });
    const asynchronous = attemptStorageAsync(() => Promise.reject(error));
    if (failure === null) await expect(asynchronous).rejects.toBe(error);
    else expect(await asynchronous).toEqual({ ok: false, failure });
  },
);

it('a successful attempt returns the value, and that of a write null', async () => {
  expect(attemptStorage(() => 7)).toEqual({ ok: true, value: 7 });
  expect(await attemptStorageAsync(() => Promise.resolve(7))).toEqual({ ok: true, value: 7 });
  const written: number[] = [];
  expect(attemptStorageWrite(() => written.push(7))).toEqual({ ok: true, value: null });
  expect(written).toEqual([7]);
});
