import { mkdtemp, readdir, rm, utimes, writeFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '#shared/failure.ts';
import { draftPath } from '#platform/files/atomic.ts';
import { catchStorageFailure } from '../store/picture-folder.ts';
import { randomPartId, isSameValidator, partPaths, removeAbandonedParts } from './part-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overhead-parts-'));
});
afterEach(() => rm(folder, { recursive: true }));

const [minute, hour] = [60_000, 3_600_000];
/** Creates a file that was last written `age` milliseconds ago; negative: in the future. */
async function create(path: string, age: number): Promise<void> {
  const time = new Date(Date.now() - age);
  await writeFile(path, 'x');
  await utimes(path, time, time);
}
const left = async (): Promise<number> => (await readdir(folder)).length;

describe('removeAbandonedParts', () => {
  it.each([
    ['keeps a part that is 10 minutes old', 10 * minute, false, true],
    ['removes a part that is 20 minutes old', 20 * minute, false, false],
    ['keeps a resumable part that is 23 hours old', 23 * hour, true, true],
    ['removes a resumable part that is 25 hours old', 25 * hour, true, false],
    ['keeps a part that is dated 10 minutes in the future', -10 * minute, false, true],
    ['removes a part that is dated 20 minutes in the future', -20 * minute, false, false],
    ['keeps a resumable part that is dated an hour in the future', -hour, true, true],
    ['removes a resumable part that is dated two days in the future', -48 * hour, true, false],
    ['removes a part that is dated ten years in the future', -87_600 * hour, false, false],
  ])('%s', async (_name, age, isResumable, stays) => {
    const { part, resume } = partPaths(folder, randomPartId());
    await create(part, age);
    if (isResumable) await create(resume, age);
    await removeAbandonedParts(folder, () => false);
    expect(await left()).toBe(stays ? (isResumable ? 2 : 1) : 0);
  });

  it('keeps a part that this process is writing, whatever its date', async () => {
    const { part, resume } = partPaths(folder, randomPartId());
    for (const path of [part, resume]) await create(path, 100 * hour);
    await removeAbandonedParts(folder, (path) => path === part);
    expect(await left()).toBe(2);
  });

  it('removes an old temporary file of another download', async () => {
    const draft = draftPath(join(folder, '.known.json'));
    await create(draft, minute);
    await removeAbandonedParts(folder, () => false);
    expect(await left()).toBe(1);
    await create(draft, hour);
    await removeAbandonedParts(folder, () => false);
    expect(await left()).toBe(0);
  });
});

it('catchStorageFailure returns a storage failure for an error of the operating system', async () => {
  const result = await catchStorageFailure(async () => ok(await readFile('/no/such/file')));
  expect(result).toEqual({ ok: false, failure: { kind: 'storage', code: 'ENOENT' } });
});

it('catchStorageFailure rejects with any other error, also one that has a code', async () => {
  const work = catchStorageFailure(async () => ok(await readFile(null as unknown as string)));
  await expect(work).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_TYPE' });
});

it.each([
  [{ etag: '"1"', modified: 'a' }, true],
  [{ etag: '"2"', modified: 'a' }, false],
  [{ etag: '"1"', modified: 'b' }, false],
  [{ etag: null, modified: null }, false],
])(
  'isSameValidator compares the validators %o with the tag "1" and the date "a": %s',
  (validator, expected) => {
    expect(isSameValidator(validator, { etag: '"1"', modified: 'a' })).toBe(expected);
  },
);
