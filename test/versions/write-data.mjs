// Writes a small data folder with the code of a checkout of this repository, in the state in which that version of
// the app leaves it:
//
//   git worktree add /tmp/old COMMIT && ln -s "$PWD/node_modules" /tmp/old/node_modules
//   (cd /tmp/old && node tools/words/check-words.ts)
//   node test/versions/write-data.mjs /tmp/old test/versions/v5
//
// The database is compressed. `expected.json` holds what that version reads from the folder.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const [checkout = '.', out = ''] = process.argv.slice(2);
/** Loads a module of the checkout. Null if the file does not exist: the version is an earlier one. */
const load = (path) => import(pathToFileURL(join(resolve(checkout), path)).href).catch(() => null);

const now = Date.parse('2026-11-20T12:00:00Z');
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'wallpaper'), { recursive: true });

const appDatabase = await load('src/main/app/database.ts');
const { createJournalStore } = await load('src/main/journal/store/journal-store.ts');
const { createArchiveStore } = await load('src/main/picture/store/archive-store.ts');
const { createStationStore } = await load('src/main/station/station-store.ts');
const { acceptedPost, journalPost } = await load('test/support/journal-posts.ts');
const { dayPicture } = await load('test/support/pictures.ts');
const values =
  (await load('src/main/app/value-stores.ts')) ?? (await load('src/main/app/memory.ts'));
const ledgers = await load('src/main/station/ledger/ledger-store.ts');
const anchors = await load('src/main/station/ledger/anchor-store.ts');
const history = await load('src/main/station/history/history-store.ts');
// electron-store, which reads and writes the settings, asks Electron for the names of folders.
await load('test/support/electron-names.ts');
const files = await load('src/main/settings/store/settings-file.ts');
const { openSettingsStore } = await load('src/main/settings/store/settings-store.ts');
const { createKeyFile } = await load('src/main/settings/secrets/key-file.ts');
const { createDesktopStore } = await load('src/main/wallpaper/setter/desktop-store.ts');

const path = join(out, 'overhead.sqlite');
const openKept = appDatabase.openKeptAppDatabase ?? appDatabase.keepAppDatabase;
const kept = openKept(path, { now: () => now, monotonic: () => 0 });

const journal = createJournalStore(kept);
journal.save(
  [1, 2, 3].map((n) => acceptedPost(n)),
  'person',
);
journal.save(
  [journalPost(4, { state: { kind: 'draft' }, published: false }), journalPost(5)],
  'person',
);
const changed = acceptedPost(6);
journal.save([{ ...changed, body: 'changed since', state: { kind: 'draft' } }], 'person');
journal.save([journalPost(7, { state: { kind: 'deleted', at: now, status: null } })], 'person');

const archive = createArchiveStore(kept, join(out, 'pictures'), undefined, () => now);
for (const date of ['2026-11-18', '2026-11-19']) archive.save(dayPicture(date));

const stores = (values.createValueStores ?? values.createMemory)(kept);
stores.notices.remember('pass:1');
stores.journal.rememberPaused(true);
const choice = { pinned: '2026-11-19', skipped: [], favourites: ['2026-11-18'], back: null };
const state = { source: 'live', circuits: {}, quota: null, choice };
stores.pictureState(false).write(state);

const fixes = Array.from({ length: 20 }, (_, n) => ({
  time: 1.79e9 + n * 60,
  latitude: n,
  longitude: 2 * n,
  receivedAt: now + n,
}));
createStationStore(kept, 'live').save(fixes, null);
const prediction = (id) => ({
  id,
  saidAt: now,
  observer: { latitude: 52.5, longitude: 13.4, altitude: 0 },
  rise: 1.79e9 + id,
  peak: 1.79e9 + id + 300,
  set: 1.79e9 + id + 600,
  peakElevation: 40,
  visible: true,
  sigma: 2,
  replaces: null,
});
if (ledgers !== null) {
  const anchor = anchors?.createLedgerAnchor(join(out, 'ledger-anchor.json')) ?? null;
  const ledger = ledgers.createLedgerStore(kept, 'live', anchor);
  ledger.append([1, 2, 3].map((id) => ({ kind: 'said', prediction: prediction(id) })));
  const outcome = (late) => ({
    rise: 1.79e9,
    peak: 1.79e9 + 301 + late,
    set: 1.79e9 + 900,
    sigma: 1,
  });
  ledger.append([{ kind: 'scored', score: { of: 1, scoredAt: now, outcome: outcome(1) } }]);
  ledger.append([{ kind: 'scored', score: { of: 2, scoredAt: now, outcome: outcome(60) } }]);
}
history?.createOrbitHistoryStore(kept, 'live').addHeight({ at: now, km: 417 });

const valueOf = (result) => {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
};
const settingsStore =
  files?.openSettingsFile === undefined
    ? openSettingsStore(out, now)
    : openSettingsStore(files.openSettingsFile(out, now));
// Earlier versions cannot write the settings without Electron. This is the text that they write.
const settings = { ...settingsStore.current, theme: 'dark' };
writeFileSync(join(out, 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
valueOf(
  createKeyFile(join(out, 'api-key'), () => now).write({
    kept: 'plain',
    sealed: Buffer.from('key'),
  }),
);
const desktop = createDesktopStore(join(out, 'wallpaper', 'desktop.json'));
const read = await desktop.read();
const record = read.record ?? read;
await desktop.write({
  ...record,
  previous: { backend: 'gnome', values: { 'picture-uri': 'file:///home/ada/own.jpg' } },
  inUse: ['/data/wallpaper/2026-11-19-0a1b2c3d-0.jpg'],
});

const expected = {
  posts: valueOf(journal.after(0, 1e9)),
  days: archive
    .days({ before: null, limit: 10 })
    .map(({ record: { date, title } }) => ({ date, title })),
  choice: stores.pictureState(false).read().choice,
  notices: [...stores.notices.shown()],
  paused: stores.journal.paused(),
  fixes: createStationStore(kept, 'live').fixes(100),
  ledger: ledgers === null ? null : valueOf(ledgers.createLedgerStore(kept, 'live').read()),
  heights:
    history === null ? null : valueOf(history.createOrbitHistoryStore(kept, 'live').read()).heights,
  theme: 'dark',
};
kept.close();
writeFileSync(join(out, 'overhead.sqlite.gz'), gzipSync(readFileSync(path), { level: 9 }));
for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
writeFileSync(join(out, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
