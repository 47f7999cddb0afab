import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pngBytes } from '#test/support/images.ts';
import { ok, type Failure } from '#shared/failure.ts';
import { draftPath } from '#platform/files/atomic.ts';
import { catchStorageFailure } from '../store/picture-folder.ts';
import {
  conditionalHeaders,
  isSameValidator,
  noValidator,
  openPartFile,
  partIdOfAddress,
  partPaths,
  randomPartId,
  removeAbandonedParts,
  type PartFile,
  type Validator,
} from './part-file.ts';

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
    ['removes a part that is 15 and a half minutes old', 15.5 * minute, false, false],
    ['keeps a resumable part that is 23 hours old', 23 * hour, true, true],
    ['removes a resumable part that is 24 and a half hours old', 24.5 * hour, true, false],
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

  it('keeps files of other names, whatever their date', async () => {
    const { part } = partPaths(folder, randomPartId());
    for (const path of [join(folder, 'holiday.jpg'), `${part}.jpg`, part.replace('/.', '/x.')])
      await create(path, 100 * hour);
    await removeAbandonedParts(folder, () => false);
    expect(await left()).toBe(3);
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

it.each([
  [
    { etag: '"1"', modified: 'a' },
    { 'if-none-match': '"1"', 'if-modified-since': 'a' },
  ],
  [{ etag: null, modified: 'a' }, { 'if-modified-since': 'a' }],
  [{ etag: '"1"', modified: null }, { 'if-none-match': '"1"' }],
  [noValidator, {}],
])('conditionalHeaders of %j are %j', (validator, headers) => {
  expect(conditionalHeaders(validator)).toEqual(headers);
});

describe('a part file', () => {
  const png = pngBytes(40, 30);
  const name = `2026-11-20-${createHash('sha256').update(png).digest('hex').slice(0, 8)}.png`;
  const address = 'https://pictures.test/a.png';
  const strong = { etag: '"1"', modified: 'a' };
  const names = async (): Promise<string[]> => (await readdir(folder)).sort();
  const ownPaths = () => partPaths(folder, partIdOfAddress(address));
  const accept = (): Promise<Failure | null> => Promise.resolve(null);

  async function openPart(limit = 1_000_000): Promise<PartFile> {
    const opened = await openPartFile(folder, address, limit);
    if (!opened.ok) throw new Error(opened.failure.kind);
    return opened.value;
  }
  /** Leaves a part of 20 bytes behind. */
  async function interrupt(
    validator: Validator = strong,
    bytes = png.subarray(0, 20),
  ): Promise<void> {
    const part = await openPart();
    await part.describe(validator);
    expect(await part.write(bytes)).toBeNull();
    await part.end(true);
  }

  it.each([
    ['a strong tag', strong, '"1"'],
    ['a date', { etag: null, modified: 'a' }, 'a'],
    ['a weak tag', { etag: 'W/"1"', modified: 'a' }, null],
    ['no validator', noValidator, null],
  ])(
    'with %s is resumed after an interruption if its version is certain',
    async (_what, validator, range) => {
      await interrupt(validator);
      const { part: path } = ownPaths();
      expect(await names()).toHaveLength(range === null ? 0 : 2);
      const part = await openPart();
      expect([part.bytes, part.validator]).toEqual([range === null ? 0 : 19, range]);
      await part.write(png.subarray(part.bytes));
      expect(await readFile(path)).toEqual(Buffer.from(png));
      const drafts: string[] = [];
      const finished = await part.finish('2026-11-20', (file, draft) => {
        drafts.push(file.name, draft.path, String(draft.isEndMissing));
        return accept();
      });
      expect(finished).toMatchObject({
        ok: true,
        value: { name, bytes: png.length, width: 40, height: 30 },
      });
      expect(drafts).toEqual([name, path, 'false']);
      await part.end(true);
      expect(await names()).toEqual([name]);
      expect(await readFile(join(folder, name))).toEqual(Buffer.from(png));
    },
  );

  it('is removed if it is not resumable, empty, incomplete or refused', async () => {
    await interrupt();
    const part = await openPart();
    await part.end(false);
    expect(await names()).toEqual([]);
    const empty = await openPart();
    await empty.describe(strong);
    await empty.end(true);
    expect(await names()).toEqual([]);
    const half = await openPart();
    await half.write(png.subarray(0, 10));
    expect(await half.finish('2026-11-20', accept)).toMatchObject({ failure: { kind: 'damaged' } });
    await half.end(false);
    const refused = await openPart();
    await refused.write(png);
    const failure = { kind: 'placeholder' } as const;
    expect(await refused.finish('2026-11-20', () => Promise.resolve(failure))).toEqual({
      ok: false,
      failure,
    });
    await refused.end(false);
    expect(await names()).toEqual([]);
  });

  it('begins again if the service sends the whole file, another version, or if its bytes are no picture', async () => {
    await interrupt();
    const part = await openPart();
    expect(await part.restart()).toEqual(ok(null));
    expect([part.bytes, part.validator]).toEqual([0, null]);
    // A version that cannot be resumed replaces the record of the earlier one.
    await part.describe(strong);
    await part.describe({ etag: 'W/"2"', modified: null });
    await part.write(png.subarray(0, 20));
    expect(await names()).toEqual([`.${partIdOfAddress(address)}.part`]);
    await part.end(true);
    await interrupt();
    await writeFile(ownPaths().part, '<html>not a picture</html>');
    const other = await openPart();
    expect([other.bytes, other.validator]).toEqual([0, null]);
    expect(await readFile(ownPaths().part, 'utf8')).toBe('');
    await other.end(false);
    await interrupt();
    await writeFile(ownPaths().part, '');
    const empty = await openPart();
    expect([empty.bytes, empty.validator]).toEqual([0, '"1"']);
    await empty.end(false);
  });

  it('is a separate file while another download of the address is running', async () => {
    const first = await openPart();
    const second = await openPart();
    for (const part of [first, second]) await part.write(png);
    expect(await names()).toHaveLength(2);
    await second.end(false);
    expect(await readFile(ownPaths().part)).toEqual(Buffer.from(png));
    await first.end(false);
    expect(await names()).toEqual([]);
  });

  it('is in a folder that is created, from which abandoned parts are removed', async () => {
    await create(partPaths(folder, randomPartId()).part, hour);
    await (await openPart()).end(true);
    expect(await names()).toEqual([]);
    await rm(folder, { recursive: true });
    await (await openPart()).end(true);
    expect(await names()).toEqual([]);
  });

  it('never writes into the target of a link', async () => {
    const target = join(folder, 'target');
    await writeFile(target, 'precious');
    await symlink(target, ownPaths().part);
    const part = await openPart();
    await part.write(png);
    await part.end(false);
    expect(await readFile(target, 'utf8')).toBe('precious');
  });

  it('refuses bytes that are no picture, or too many', async () => {
    const part = await openPart(30);
    expect(await part.write(png.subarray(0, 30))).toBeNull();
    expect(await part.write(png.subarray(30, 31))).toMatchObject({ kind: 'too-large', limit: 30 });
    await part.restart();
    expect(await part.write(Buffer.from('<html>'.repeat(9)))).not.toBeNull();
    await part.end(false);
    expect(await openPartFile(join(folder, 'a\0b'), address, 9).catch(() => 'defect')).toBe(
      'defect',
    );
    await writeFile(join(folder, 'file'), '');
    expect(await openPartFile(join(folder, 'file'), address, 9)).toMatchObject({
      failure: { kind: 'storage' },
    });
  });
});
