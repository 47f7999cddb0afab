import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptedPost, journalPost } from '#test/support/journal-posts.ts';
import { noPhotos } from '#test/support/no-photos.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import { startJournal, type Journal } from '#journal/journal.ts';
import { createTransfer } from '#journal/transfer/transfer.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { copyFile, exportText, fileNameOf, transferFiles } from './transfer-files.ts';
import { openKeptAppDatabase } from '#app/database.ts';
import { openJournalValues } from '#journal/journal-values.ts';
import { openStoredValues } from '#platform/database/values.ts';

let folder = '';
const ends: (() => unknown)[] = [];
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'overhead-transfer-'))));
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  rmSync(folder, { recursive: true });
});

/** A journal with its own database, named `name`. The journal sends no posts. */
function journalIn(name: string): Journal {
  const surroundings = fakeActivityOptions();
  const kept = openKeptAppDatabase(join(folder, `${name}.sqlite`), surroundings.clock);
  const unreachable = () => Promise.resolve(fail({ kind: 'offline', reason: 'refused' } as const));
  const journal = startJournal({
    ...surroundings,
    begin: new Promise(() => undefined),
    newId: () => crypto.randomUUID(),
    authorId: () => 1,
    service: { create: unreachable, replace: unreachable, delete: unreachable },
    store: createJournalStore(kept),
    values: openJournalValues(openStoredValues(kept).value),
  });
  ends.push(async () => {
    await journal.dispose();
    kept.close();
  });
  return journal;
}

const all = (journal: Journal): JournalPost[] =>
  [...journal.all()].flatMap((post) => (post.ok ? [post.value] : []));

describe('an exported file', () => {
  it.each(['jsonl', 'markdown'] as const)('is imported from %s unchanged', async (format) => {
    const path = join(folder, 'journal');
    const choose = {
      forExport: () => Promise.resolve({ ok: true as const, value: path }),
      forImport: () => Promise.resolve({ ok: true as const, value: path }),
    };
    const here = journalIn('here');
    const gone = { kind: 'deleted', at: 1_795_176_000_000, status: 200 } as const;
    const posts: JournalPost[] = [
      journalPost(1),
      acceptedPost(2, { body: '<!-- overhead:post {} -->\n\\' }),
      { ...acceptedPost(3), title: 'changed\nsince', published: false, state: { kind: 'draft' } },
      journalPost(4, { state: gone, body: 'x'.repeat(1_000_000) }),
    ];
    await here.importPosts(
      (async function* () {
        yield await Promise.resolve(ok(posts));
      })(),
    );
    const out = await createTransfer(here, noPhotos, transferFiles, choose, Date.now).export(
      format,
    );
    expect(out).toEqual({ ok: true, value: { posts: 4, path } });
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);

    const there = journalIn('there');
    const transfer = createTransfer(there, noPhotos, transferFiles, choose, Date.now);
    const value = { kind: 'imported', added: 4, known: 0 };
    expect(await transfer.import()).toEqual({ ok: true, value });
    expect(all(there)).toEqual(all(here));
    expect(await transfer.import()).toMatchObject({ value: { added: 0, known: 4 } });
    expect(all(there)).toEqual(all(here));
  });

  it('does not replace an old file when it cannot be written completely', async () => {
    const path = join(folder, 'journal.jsonl');
    writeFileSync(path, 'old');
    const broken = fail({ kind: 'storage', code: 'SQLITE_IOERR' } as const);
    expect(await transferFiles.write(path, [ok('new'), broken])).toEqual(broken);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['journal.jsonl']);
    const nowhere = await transferFiles.write(join(folder, 'no', 'x'), [ok('new')]);
    expect(nowhere).toMatchObject({ failure: { kind: 'storage', code: 'ENOENT' } });
    const parts = [];
    for await (const part of transferFiles.read(join(folder, 'nothing'))) parts.push(part);
    expect(parts).toEqual([fail({ kind: 'storage', code: 'ENOENT' })]);
  });

  it('replaces a symbolic link at its path, and changes no other file', async () => {
    const path = join(folder, 'journal.jsonl');
    const draft = `${path}.part`;
    writeFileSync(draft, 'mine');
    expect(await transferFiles.write(path, [ok('new')])).toEqual(ok(null));
    expect(readFileSync(draft, 'utf8')).toBe('mine');
    if (process.platform === 'win32') return;
    const precious = join(folder, 'precious');
    writeFileSync(precious, 'precious');
    rmSync(draft);
    symlinkSync(precious, draft);
    rmSync(path);
    symlinkSync(precious, path);
    expect(await transferFiles.write(path, [ok('new')])).toEqual(ok(null));
    expect(readFileSync(precious, 'utf8')).toBe('precious');
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it.skipIf(process.platform === 'win32')(
    'is written to the target of a symbolic link, and keeps the target’s permissions, if `anew` is true',
    async () => {
      const target = join(folder, 'target.ics');
      const link = join(folder, 'kept.ics');
      writeFileSync(target, 'old');
      chmodSync(target, 0o600);
      symlinkSync(target, link);
      expect(await transferFiles.write(link, [ok('new')], true)).toEqual(ok(null));
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(readFileSync(target, 'utf8')).toBe('new');
      expect(statSync(target).mode & 0o777).toBe(0o600);
      rmSync(target);
      rmSync(link);
      expect(await transferFiles.write(link, [ok('first')], true)).toEqual(ok(null));
      expect(readFileSync(link, 'utf8')).toBe('first');
    },
  );
});

describe('exportText', () => {
  const full = fail({ kind: 'storage', code: 'ENOSPC' } as const);
  it.each([
    ['a text', 'words', ok('/a.txt'), ok(null), ok('/a.txt'), ['/a.txt words']],
    [
      'a text for its path',
      (path: string) => `of ${path}`,
      ok('/a.txt'),
      ok(null),
      ok('/a.txt'),
      ['/a.txt of /a.txt'],
    ],
    ['nothing if no path was chosen', 'words', ok(null), ok(null), ok(null), []],
    ['nothing without a dialog', 'words', full, ok(null), full, []],
    ['to a full disk', 'words', ok('/a.txt'), full, full, ['/a.txt words']],
  ] as const)('writes %s', async (_what, text, chosen, written, result, writes) => {
    const done: string[] = [];
    const write = (path: string, parts: Iterable<{ ok: boolean; value?: string }>) => {
      done.push(`${path} ${[...parts].map(({ value }) => value).join('')}`);
      return Promise.resolve(written);
    };
    expect(
      await exportText(text, { write: write as typeof transferFiles.write }, () =>
        Promise.resolve(chosen),
      ),
    ).toEqual(result);
    expect(done).toEqual(writes);
  });
});

it.each([
  ['/home/me/a.txt', 'a.txt'],
  ['C:\\Users\\me\\a.txt', 'a.txt'],
  ['a.txt', 'a.txt'],
])('fileNameOf(%s) is %s', (path, name) => {
  expect(fileNameOf(path)).toBe(name);
});

describe('a file of the user', () => {
  const partsOf = async (path: string) => {
    const parts = [];
    for await (const part of transferFiles.read(path)) parts.push(part);
    return parts;
  };

  it('is written from parts of any length, and read in parts', async () => {
    const path = join(folder, 'a.txt');
    expect(await transferFiles.exists(path)).toBe(false);
    const [long, short] = ['é'.repeat(256 * 1024), 'x'];
    for (const parts of [[], [short], [short, long, short], [long], [long, long, short]]) {
      expect(
        await transferFiles.write(
          path,
          parts.map((part) => ok(part)),
        ),
      ).toEqual(ok(null));
      expect(readFileSync(path, 'utf8')).toBe(parts.join(''));
    }
    expect(await transferFiles.exists(path)).toBe(true);
    const read = await partsOf(path);
    expect(read.length).toBeGreaterThan(30);
    expect(read.map((part) => (part.ok ? part.value : '')).join('')).toBe(long + long + short);
  });

  it('is read to its end, or fails if it is no text', async () => {
    const path = join(folder, 'a.txt');
    writeFileSync(path, '\ufeffab', 'utf16le');
    expect((await partsOf(path)).map((part) => part.ok && part.value).join('')).toBe('ab');
    writeFileSync(path, Buffer.from([0x61, 0x62, 0xff, 0x63, 0x64]));
    expect((await partsOf(path)).at(-1)).toMatchObject({ failure: { kind: 'malformed' } });
    // The last character is cut off.
    writeFileSync(path, Buffer.from([0x61, 0x62, 0x63, 0xc3]));
    expect((await partsOf(path)).at(-1)).toMatchObject({ failure: { kind: 'malformed' } });
  });

  it('is copied, or not at all', async () => {
    const [from, to] = [join(folder, 'a.txt'), join(folder, 'b.txt')];
    writeFileSync(from, 'new');
    writeFileSync(to, 'old');
    const missing = await copyFile(join(folder, 'missing'), to);
    expect(missing).toMatchObject({ failure: { kind: 'storage', code: 'ENOENT' } });
    expect(readFileSync(to, 'utf8')).toBe('old');
    expect(await copyFile(from, to)).toEqual(ok(null));
    expect(readFileSync(to, 'utf8')).toBe('new');
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'b.txt']);
  });
});
