import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ok } from '#shared/failure.ts';
import { storing } from './storing.ts';

it('returns a storage failure for an error of the operating system', async () => {
  const result = await storing(async () => ok(await readFile('/no/such/file')));
  expect(result).toEqual({ ok: false, failure: { kind: 'storage', code: 'ENOENT' } });
});

it('rejects with a defect, also one that has a code', async () => {
  const work = storing(async () => ok(await readFile(null as unknown as string)));
  await expect(work).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_TYPE' });
});
