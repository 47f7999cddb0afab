import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { systemCodeOf } from './attempt.ts';

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
    ['a wrong argument of Node', thrownBy(() => readFileSync(null as unknown as string))],
    ['an error of a library', Object.assign(new Error('x'), { code: 'UND_ERR_SOCKET' })],
    ['what is no error', { code: 'ENOENT', errno: -2 }],
    ['nothing', undefined],
  ])('gives null for %s', (_what, error) => {
    expect(systemCodeOf(error)).toBeNull();
  });
});
