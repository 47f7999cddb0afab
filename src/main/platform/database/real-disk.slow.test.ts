import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postId } from '#test/support/journal-posts.ts';
import { fakeActivityOptions, type FakeActivityOptions } from '#test/support/surroundings.ts';
import { fail } from '#shared/failure.ts';
import { startJournal, type Journal } from '#journal/journal.ts';
import { makeBackup } from './backups.ts';
import type { KeptDatabase } from './kept-database.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { openKeptAppDatabase } from '#app/database.ts';
import { openJournalValues } from '#journal/journal-values.ts';
import { openStoredValues } from '#platform/database/values.ts';

// These tests use real files and disks that are full, read-only or without permission. The tests with a full or
// read-only disk run only on machines that can mount a small disk.

const isRoot = process.geteuid?.() === 0;
const megabyte = 1024 * 1024;
let folder = '';
let path = '';
const ends: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-disk-'));
  path = join(folder, 'overhead.sqlite');
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface App {
  readonly kept: KeptDatabase;
  readonly journal: Journal;
  readonly surroundings: FakeActivityOptions;
  /** The values that `durable` in AppState has had, in order; equal neighbours are merged. */
  readonly durable: boolean[];
  close(): Promise<void>;
}

/** The journal on the disk, with a service that cannot be reached. */
function start(): App {
  const surroundings = fakeActivityOptions();
  const kept = openKeptAppDatabase(path, surroundings.clock);
  const unreachable = () => Promise.resolve(fail({ kind: 'offline', reason: 'refused' } as const));
  const durable: boolean[] = [];
  surroundings.state.subscribe(({ journal }) => {
    if (durable.at(-1) !== journal.durable) durable.push(journal.durable);
  });
  const journal = startJournal({
    ...surroundings,
    newId: () => crypto.randomUUID(),
    authorId: () => 1,
    service: { create: unreachable, replace: unreachable, delete: unreachable },
    store: createJournalStore(kept),
    values: openJournalValues(openStoredValues(kept).value),
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await journal.dispose();
    kept.close();
  };
  ends.push(close);
  return { kept, journal, surroundings, durable, close };
}

const write = ({ journal }: App, n: number, body = 'text') =>
  journal.write({ id: postId(n), publish: false, title: `post ${n}`, body });
const titles = ({ journal }: App): string[] => {
  const page = journal.page({ before: null, limit: 200, words: '', state: null });
  return page.ok ? page.value.posts.map(({ titleStart }) => titleStart) : [];
};
/** Waits for more than a minute: the app tries the disk again once a minute. */
const wait = ({ surroundings }: App) => surroundings.clock.advance(70_000);

/** Expects that the disk is used again, and that a new start finds the posts with the titles `expected`. */
async function expectRecovered(app: App, expected: readonly string[]): Promise<void> {
  await wait(app);
  expect(app.durable.at(-1)).toBe(true);
  expect(app.surroundings.defects).toEqual([]);
  await app.close();
  expect(titles(start())).toEqual(expected);
}

const mount = (...args: string[]): void => {
  execFileSync('mount', args, { stdio: 'ignore' });
};
function canMount(): boolean {
  if (!isRoot || process.platform !== 'linux') return false;
  const place = mkdtempSync(join(tmpdir(), 'overhead-mount-'));
  try {
    mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place);
    execFileSync('umount', [place]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true });
  }
}
const mounts = canMount();
if (!mounts) process.stdout.write('skipped: a small disk cannot be mounted here\n');

describe.skipIf(!mounts)('the database on a real file system', () => {
  beforeEach(() => {
    mount('-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder);
    ends.push(() => execFileSync('umount', ['-l', folder]));
  });
  const fillUp = (): string => {
    const filler = join(folder, 'filler');
    try {
      for (let size = 4096; size < 4 * megabyte; size += 4096) {
        writeFileSync(filler, Buffer.alloc(4096), { flag: 'a' });
      }
    } catch {
      // Expected: the disk is full.
    }
    return filler;
  };

  it('holds posts in memory while the disk is full, reports this once, and writes the posts later', async () => {
    const app = start();
    expect(write(app, 1).ok).toBe(true);
    const filler = fillUp();
    const long = randomBytes(50_000).toString('hex');
    for (const n of [2, 3, 4]) {
      expect(write(app, n, long)).toMatchObject({ failure: { code: 'SQLITE_FULL' } });
    }
    await wait(app);
    expect(app.durable).toEqual([true, false]);
    expect(titles(app)).toEqual(['post 4', 'post 3', 'post 2', 'post 1']);
    expect(app.journal.get(postId(3))).toMatchObject({ value: { body: long } });
    rmSync(filler);
    await expectRecovered(app, ['post 4', 'post 3', 'post 2', 'post 1']);
  });

  it('opens on a disk that is full at the start, and writes the posts when there is room', async () => {
    const filler = fillUp();
    const app = start();
    expect(write(app, 1)).toMatchObject({ ok: false, failure: { kind: 'storage' } });
    await wait(app);
    expect(titles(app)).toEqual(['post 1']);
    expect(app.durable).toEqual([false]);
    rmSync(filler);
    await expectRecovered(app, ['post 1']);
  });

  it('leaves no incomplete backup when the disk is too full for it, and still saves posts', async () => {
    const app = start();
    // Letters only: each change between letters and digits would be a word of the index.
    const letters = () =>
      [...randomBytes(100_000)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
    for (let n = 1; n <= 5; n += 1) write(app, n, letters());
    app.kept.current().exec('PRAGMA wal_checkpoint(TRUNCATE)');
    writeFileSync(join(folder, 'filler'), Buffer.alloc(statSync(path).size / 3));
    const { clock } = app.surroundings;
    writeFileSync(join(folder, 'filler 2'), Buffer.alloc(700_000));
    expect(await makeBackup(app.kept.current(), path, clock.now())).toMatchObject({
      failure: { kind: 'storage' },
    });
    expect(readdirSync(join(folder, 'backups'))).toEqual([]);
    expect(write(app, 6).ok).toBe(true);
  });

  it('shows the posts of a read-only disk, and keeps new posts in memory until the disk is writable', async () => {
    const before = start();
    write(before, 1);
    await before.close();
    mount('-o', 'remount,ro', folder);
    const app = start();
    expect(titles(app)).toEqual(['post 1']);
    expect(write(app, 2)).toMatchObject({ ok: false, failure: { kind: 'storage' } });
    expect(
      app.journal.write({ id: postId(1), publish: false, title: 'changed', body: '' }),
    ).toEqual(expect.objectContaining({ ok: false }));
    await wait(app);
    expect(app.durable).toEqual([false]);
    expect(titles(app)).toEqual(['post 2', 'changed']);
    mount('-o', 'remount,rw', folder);
    await expectRecovered(app, ['post 2', 'changed']);
  });
});

describe.skipIf(process.platform === 'win32')(
  'a database to which the user has no permission',
  () => {
    // Root has every permission.
    const nobody = 65534;
    beforeEach(() => {
      if (!isRoot) return;
      chownSync(folder, nobody, nobody);
      process.setegid?.(nobody);
      process.seteuid?.(nobody);
      ends.push(() => {
        process.seteuid?.(0);
        process.setegid?.(0);
      });
    });

    it.each([
      ['a file without write permission', () => path, 0o400, ['post 1']],
      ['a file without read permission', () => path, 0o000, []],
      ['a folder without write permission', () => folder, 0o500, ['post 1']],
      ['a folder without search permission', () => folder, 0o000, []],
    ])('works in memory until permission is given: %s', async (_what, which, mode, shown) => {
      const before = start();
      write(before, 1);
      await before.close();
      const { mode: usual } = statSync(which());
      chmodSync(which(), mode);
      ends.push(() => chmodSync(which(), usual));
      const app = start();
      expect(titles(app)).toEqual(shown);
      expect(write(app, 2)).toMatchObject({ ok: false, failure: { kind: 'storage' } });
      await wait(app);
      expect(app.durable).toEqual([false]);
      expect(titles(app)).toEqual(['post 2', ...shown]);
      chmodSync(which(), usual);
      await expectRecovered(app, ['post 2', 'post 1']);
    });
  },
);
