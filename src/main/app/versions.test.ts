import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '#test/support/electron-names.ts';
import { z } from 'zod';
import { journalPost, postId } from '#test/support/journal-posts.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { createArchiveStore } from '#picture/store/archive-store.ts';
import { KeptDatabase } from '#platform/database/kept-database.ts';
import { createKeyFile } from '#settings/secrets/key-file.ts';
import { openSettingsFile } from '#settings/store/settings-file.ts';
import { openSettingsStore } from '#settings/store/settings-store.ts';
import { createLedgerAnchor } from '#station/ledger/anchor-store.ts';
import { createOrbitHistoryStore } from '#station/history/history-store.ts';
import { createLedgerStore } from '#station/ledger/ledger-store.ts';
import { createStationStore } from '#station/station-store.ts';
import { createDesktopStore } from '#wallpaper/setter/desktop-store.ts';
import { openKeptAppDatabase, databaseLayout } from './database.ts';
import { createValueStores } from './value-stores.ts';

// The data folders in test/versions were written by the code of earlier versions; see write-data.mjs in that folder.

const fixtures = join(import.meta.dirname, '../../../test/versions');
const now = Date.parse('2026-11-23T12:00:00Z');
const clock = { now: () => now, monotonic: () => 0 };

const expectedSchema = z.object({
  posts: z.array(z.unknown()),
  days: z.array(z.unknown()),
  choice: z.unknown(),
  notices: z.array(z.string()),
  paused: z.boolean(),
  fixes: z.array(z.unknown()),
  ledger: z.object({ entries: z.array(z.unknown()), brokenAt: z.null() }).nullable(),
  heights: z.array(z.unknown()).nullable(),
  theme: z.string(),
});

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-versions-'));
  path = join(folder, 'overhead.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Copies the data folder of a version. Returns the values that this version read from the folder. */
function put(version: string): z.infer<typeof expectedSchema> {
  const from = join(fixtures, version);
  cpSync(from, folder, { recursive: true });
  rmSync(join(folder, 'expected.json'));
  writeFileSync(path, gunzipSync(readFileSync(`${path}.gz`)));
  rmSync(`${path}.gz`);
  return expectedSchema.parse(JSON.parse(readFileSync(join(from, 'expected.json'), 'utf8')));
}
function withKept<T>(kept: KeptDatabase, work: () => T): T {
  try {
    return work();
  } finally {
    kept.close();
  }
}
const key = () => createKeyFile(join(folder, 'api-key'), () => now);
const desktop = async (): Promise<string> =>
  JSON.stringify(await createDesktopStore(join(folder, 'wallpaper', 'desktop.json')).read());

describe.each(['v5', 'v7', 'v8'])(
  'a data folder written at version %s of the database',
  (version) => {
    it('is opened without loss', async () => {
      const expected = put(version);
      const kept = openKeptAppDatabase(path, clock);
      withKept(kept, () => {
        expect(kept.recovered).toBeNull();
        expect(createJournalStore(kept).after(0, 1e9)).toEqual({ ok: true, value: expected.posts });
        const days = createArchiveStore(kept, folder).days({ before: null, limit: 10 });
        const shown = days.map(({ record: { date, title } }) => ({ date, title }));
        expect(shown).toEqual(expected.days);
        const values = createValueStores(kept);
        expect(values.picture.get()?.choice).toEqual(expected.choice);
        expect(values.notices.get()).toEqual(expected.notices);
        expect(values.journal.paused.get()).toBe(expected.paused);
        expect(createStationStore(kept, 'live').fixes(100)).toEqual(expected.fixes);
        const anchor = createLedgerAnchor(join(folder, 'ledger-anchor.json'));
        const ledger = createLedgerStore(kept, 'live', anchor);
        const entries = expected.ledger ?? { entries: [], brokenAt: null };
        expect(ledger.read()).toEqual({ ok: true, value: entries });
        const sums = expected.ledger === null ? [0, 0, 0] : [3, 2, 1];
        const [predictions, scored, within] = sums;
        expect(ledger.view(20)).toMatchObject({
          value: { predictions, scored, within, brokenAt: null, breach: null },
        });
        const history = createOrbitHistoryStore(kept, 'live').read();
        expect(history).toMatchObject({ value: { heights: expected.heights ?? [] } });
      });
      const settings = openSettingsStore(openSettingsFile(folder, now));
      expect(settings.reset).toBeNull();
      expect(settings.current.theme).toBe(expected.theme);
      expect(key().read()).toEqual({ kept: 'plain', sealed: Buffer.from('key') });
      expect(await desktop()).toContain('file:///home/ada/own.jpg');
      expect(readdirSync(folder).filter((name) => name.includes('unusable'))).toEqual([]);
    });
  },
);

describe('a data folder of a later version', () => {
  const later = {
    ...databaseLayout,
    migrations: [...databaseLayout.migrations, 'CREATE TABLE later (x)'],
  };
  const posts = (kept: KeptDatabase): string[] => {
    const all = createJournalStore(kept).after(0, 1e9);
    return all.ok ? all.value.map(({ title }) => title) : [];
  };

  it('has its database, settings and API key renamed with their content unchanged, and the app reports it', () => {
    put('v8');
    const newer = new KeptDatabase(path, clock, later);
    newer.close();
    writeFileSync(join(folder, 'settings.json'), '{"version":99,"theme":{"night":true}}');
    writeFileSync(join(folder, 'api-key'), '{"version":99}');
    const bytesOf = (file: string): string => readFileSync(file).toString('base64');
    const files = ['overhead.sqlite', 'settings.json', 'api-key'];
    const before = files.map((name) => bytesOf(join(folder, name)));
    const kept = openKeptAppDatabase(path, clock);
    const recovered = withKept(kept, () => kept.recovered);
    expect(recovered).toMatchObject({ isNewer: true });
    const { reset } = openSettingsStore(openSettingsFile(folder, now));
    expect(reset).toMatchObject({ reason: 'newer', aside: true });
    expect(key().read()).toBe('wrong');
    const asides = [recovered?.aside, reset?.file, key().putAside()];
    expect(asides.map((file) => bytesOf(String(file)))).toEqual(before);
  });

  it('keeps the path of the user’s own wallpaper, and has its other two files renamed unchanged', async () => {
    put('v8');
    const files = ['wallpaper/desktop.json', 'ledger-anchor.json'].map((name) =>
      join(folder, name),
    );
    const later = files.map((file) => {
      const written = JSON.parse(readFileSync(file, 'utf8')) as object;
      return JSON.stringify({ ...written, version: 99, restored: 'partly' });
    });
    files.forEach((file, index) => writeFileSync(file, later[index] ?? ''));
    expect(await desktop()).toContain('file:///home/ada/own.jpg');
    const anchor = createLedgerAnchor(files[1] ?? '');
    expect(anchor.read('live')).toBeNull();
    anchor.write('live', { length: 1, hash: 'a', breach: null });
    const asides = files.map((file) => {
      const names = readdirSync(dirname(file)).map((name) => join(dirname(file), name));
      return names.filter((name) => name.startsWith(`${file}.unusable-`));
    });
    expect(asides.map((names) => names.map((name) => readFileSync(name, 'utf8')))).toEqual(
      later.map((text) => [text]),
    );
  });

  it('keeps the stored values that this version does not know', () => {
    put('v8');
    const kept = openKeptAppDatabase(path, clock);
    const later = '{"place":"later"}';
    withKept(kept, () => {
      const row = kept.current().prepare('INSERT OR REPLACE INTO memory (key, json) VALUES (?, ?)');
      for (const key of ['later', 'windows']) row.run(key, later);
      const values = createValueStores(kept);
      expect(values.windows.get()).toBeNull();
      values.notices.set(['one']);
      const all = kept
        .current()
        .prepare("SELECT json FROM memory WHERE key IN ('later', 'windows')");
      expect(all.all().map(({ json }) => json)).toEqual([later, later]);
    });
  });

  it('is complete when the later version is used again, with the rows of the earlier version', () => {
    put('v8');
    const newer = new KeptDatabase(path, clock, later);
    withKept(newer, () => {
      createJournalStore(newer).save([journalPost(20)], 'person');
      newer.current().exec('INSERT INTO later VALUES (1)');
    });
    const older = openKeptAppDatabase(path, clock);
    withKept(older, () => {
      expect(posts(older)).not.toContain('post 20');
      const [before] = [createJournalStore(older).get(postId(2))];
      const known = before.ok ? before.value : null;
      // The earlier version started with the backup that was made before the upgrade.
      expect(known?.title).toBe('post 2');
      createJournalStore(older).save(
        [
          journalPost(20, { id: postId(30), title: 'meanwhile' }),
          journalPost(2, { title: 'edited meanwhile', changedAt: now }),
        ],
        'person',
      );
    });
    const back = new KeptDatabase(path, { ...clock, now: () => now + 1000 }, later);
    withKept(back, () => {
      expect(posts(back)).toEqual(
        expect.arrayContaining(['post 20', 'meanwhile', 'edited meanwhile']),
      );
      expect(back.current().prepare('SELECT x FROM later').all()).toEqual([{ x: 1 }]);
      const ledger = createLedgerStore(back, 'live');
      expect(ledger.view(20)).toMatchObject({ value: { predictions: 3, brokenAt: null } });
    });
    const again = new KeptDatabase(path, { ...clock, now: () => now + 2000 }, later);
    expect(withKept(again, () => posts(again)).length).toBe(9);
  });
});
