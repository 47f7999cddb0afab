import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PictureFile } from '#shared/picture/picture.ts';
import {
  createAddressMemory,
  isIdentified,
  isSameVersion,
  noVersion,
  type FileVersion,
} from './address-memory.ts';

const minute = 60_000;
const address = 'https://pictures.test/a.jpg?key=private';
const hash = createHash('sha256').update('bytes').digest('hex');
const file: PictureFile = {
  ...{ name: `2026-11-20-${hash.slice(0, 8)}.jpg`, format: 'jpeg', bytes: 5, width: 1, height: 1 },
};
const version = (etag: string | null, length: number | null = 5): FileVersion => ({
  validator: { etag, modified: null },
  length,
});
const kept = { file, refusal: null };
const damaged = { file: null, refusal: { kind: 'damaged' } } as const;
const small = { file, refusal: { kind: 'placeholder' } } as const;

let folder = '';
let time = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-addresses-'));
  time = Date.parse('2026-11-20T12:00:00Z');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => createAddressMemory(folder, () => time);
const isFine = (): null => null;
const bring = (bytes = 'bytes'): void => writeFileSync(join(folder, file.name), bytes);
const storedEntries = () =>
  JSON.parse(readFileSync(join(folder, '.known.json'), 'utf8')) as { readonly address: string }[];

it.each<[FileVersion, boolean]>([
  [noVersion, false],
  [version('a', null), true],
  [version(null, 0), true],
  [{ validator: { etag: null, modified: 'x' }, length: null }, true],
])('isIdentified(%j) is %s', (one, is) => {
  expect(isIdentified(one)).toBe(is);
});

it.each([
  [version('a'), true],
  [version('b'), false],
  [version('a', 6), false],
  [{ validator: { etag: 'a', modified: 'x' }, length: 5 }, false],
])('isSameVersion of %j: %s', (other, is) => {
  expect(isSameVersion(version('a'), other)).toBe(is);
});

describe('find', () => {
  it('returns the last version of an address, in this run and the next', async () => {
    const memory = open();
    expect(await memory.find(address, isFine)).toBeNull();
    bring();
    await memory.remember(address, version('old'), damaged);
    await memory.remember('https://other.test/', version('other'), kept);
    await memory.remember(address, version('a'), kept);
    for (const one of [memory, open()]) {
      expect(await one.find(address, isFine)).toMatchObject({ ...version('a'), ...kept });
      expect(await one.find('https://other.test/', isFine)).toMatchObject(version('other'));
      expect(await one.find('https://third.test/', isFine)).toBeNull();
    }
    expect(storedEntries().map((entry) => entry.address)).toEqual([
      expect.stringMatching(/^[\da-f]{32}$/),
      expect.stringMatching(/^[\da-f]{32}$/),
    ]);
  });

  it.each([
    ['is gone', () => rmSync(join(folder, file.name))],
    ['has another size', () => bring('byte')],
    ['has other bytes', () => bring('BYTES')],
  ])('returns nothing if the file %s', async (_what, change) => {
    const memory = open();
    bring();
    await memory.remember(address, version('a'), kept);
    change();
    expect(await memory.find(address, isFine)).toBeNull();
  });

  it('returns the reason why a refused picture would be refused now', async () => {
    const memory = open();
    await memory.remember(address, version('a'), small);
    expect(await memory.find(address, isFine)).toBeNull();
    const refusal = { kind: 'too-large', limit: 1, unit: 'bytes' } as const;
    expect(await memory.find(address, () => refusal)).toMatchObject({ file, refusal });
    await memory.remember(address, version('a'), damaged);
    expect(await memory.find(address, isFine)).toMatchObject(damaged);
  });

  it('returns nothing if the stored entries cannot be read', async () => {
    writeFileSync(join(folder, '.known.json'), '[{}]');
    expect(await open().find(address, isFine)).toBeNull();
  });
});

describe('remember', () => {
  it('keeps the newest 128 entries', async () => {
    const memory = open();
    await memory.remember(address, version('a'), damaged);
    const [entry] = storedEntries();
    const many = Array.from({ length: 128 }, (_, n) => ({ ...entry, address: String(n) }));
    writeFileSync(join(folder, '.known.json'), JSON.stringify(many));
    await open().remember(address, version('a'), damaged);
    expect(storedEntries().map((one) => one.address)).toEqual([
      entry?.address,
      ...many.slice(0, 127).map((one) => one.address),
    ]);
  });

  it.each([
    ['the same refusal of the same length', damaged, 5, null],
    ['a refusal of another length', damaged, 6, 'b'],
    ['another refusal', small, 5, 'b'],
    ['a kept file', kept, 5, 'b'],
  ])('stores after a refusal the validator of %s', async (_what, outcome, length, etag) => {
    const memory = open();
    bring();
    await memory.remember(address, version('a'), damaged);
    await memory.remember(address, version('b', length), outcome);
    const found = await memory.find(address, () => ({ kind: 'placeholder' }));
    expect(found).toMatchObject(version(etag, length));
  });
});

describe('requestOf', () => {
  /**
   * Remembers a file with this `etag` and `outcome`. Returns which request `requestOf` allows at each of `minutes` after
   * that; with `isNextRun`, after a restart of the app.
   */
  async function requests(
    etag: string | null,
    outcome: Parameters<ReturnType<typeof open>['remember']>[2],
    minutes: readonly number[],
    isNextRun = false,
  ): Promise<string[]> {
    let memory = open();
    await memory.remember(address, version(etag), outcome);
    const found = await memory.find(address, () => ({ kind: 'placeholder' }));
    if (found === null) throw new Error('nothing is remembered');
    if (isNextRun) memory = open();
    const start = time;
    return minutes.map((at) => {
      time = start + at * minute;
      return memory.requestOf(found);
    });
  }
  // A request without a condition is allowed after 1 h, then after another 2 h, and then every 4 h: just before and at
  // each of these times.
  const minutes = [0, 59, 60, 179, 180, 419, 420, 659, 660];

  it('asks for a kept file and for a complete refused picture whether they have changed', async () => {
    bring();
    for (const [etag, outcome] of [
      ['a', kept],
      [null, kept],
      ['a', small],
    ] as const)
      expect(new Set(await requests(etag, outcome, minutes))).toEqual(new Set(['conditional']));
  });

  it('asks for other refused files without a condition at growing intervals', async () => {
    const [c, n, p] = ['conditional', 'none', 'plain'];
    expect(await requests('a', damaged, minutes)).toEqual([c, c, p, c, p, c, p, c, p]);
    expect(await requests(null, damaged, minutes)).toEqual([n, n, p, n, p, n, p, n, p]);
    expect(await requests(null, small, [0, 60])).toEqual([n, p]);
    const dated = { validator: { etag: null, modified: 'x' }, length: 5 };
    const memory = open();
    await memory.remember(address, dated, damaged);
    const found = await memory.find(address, isFine);
    expect(found && memory.requestOf(found)).toBe(c);
  });

  it('asks in a new run first with the condition, and after that at the same intervals', async () => {
    const [c, n, p] = ['conditional', 'none', 'plain'];
    expect(await requests('a', damaged, [0, 59, 60, 179, 180], true)).toEqual([c, c, p, c, p]);
    expect(await requests(null, damaged, [0, 59, 60, 179, 180], true)).toEqual([p, n, p, n, p]);
  });

  it('does not wait if the clock was set back', async () => {
    expect(await requests(null, damaged, [-1])).toEqual(['plain']);
  });

  it('waits longer after the same refusal, and as long as at first after another', async () => {
    const memory = open();
    const requestAfter = async (length: number, minutesLater: number): Promise<string> => {
      await memory.remember(address, version(null, length), damaged);
      time += minutesLater * minute;
      const found = await memory.find(address, isFine);
      return found === null ? 'nothing' : memory.requestOf(found);
    };
    expect(await requestAfter(5, 59)).toBe('none');
    expect(await requestAfter(5, 119)).toBe('none');
    expect(await requestAfter(6, 60)).toBe('plain');
  });
});

describe('noteBreak', () => {
  it('is true at the third break of one version in a row', async () => {
    const memory = open();
    const note = (etag: string) => memory.noteBreak(address, version(etag));
    expect([note('a'), note('a'), note('b'), note('b')]).toEqual([false, false, false, false]);
    await memory.remember(address, version('b'), damaged);
    expect([note('b'), note('b')]).toEqual([true, true]);
    await memory.remember(address, version('b'), kept);
    expect([note('b'), note('b'), note('b')]).toEqual([false, false, true]);
    expect(memory.noteBreak('https://other.test/', version('b'))).toBe(false);
  });
});
