import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { journalPost } from '#test/support/journal-posts.ts';
import { featureContext } from '#test/support/feature-context.ts';
import { photoName } from '#shared/journal/photo.ts';
import { startJournalFeature } from './feature.ts';
import { openJournalValues } from './journal-values.ts';
import { createJournalStore } from './store/journal-store.ts';

vi.mock('electron', () => ({ app: {}, clipboard: {}, dialog: {}, shell: {}, BrowserWindow: {} }));

it('startJournalFeature starts alone: it stores a post, and tries to send it', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const feature = startJournalFeature(context);
  expect(feature.handlers.journal.create({ title: 'T', body: 'B' })).toMatchObject({ ok: true });
  await context.clock.advance(0);
  expect(context.state.current.journal).toMatchObject({ counts: { waiting: 1 }, durable: true });
  expect(context.state.current.activities.posts.lastFailure?.failure).toEqual({
    kind: 'offline',
    reason: 'starting',
  });
});

it('startJournalFeature keeps a pause of publishing for the next run', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  startJournalFeature(context).handlers.journal.pause(true);
  startJournalFeature(context);
  await context.clock.advance(0);
  expect(context.state.current.journal.paused).toBe(true);
});

const day = 24 * 3600_000;

it.each([
  ['removes the photos of purged posts, and old files without a post', null, [2]],
  ['keeps old files without a post while a post cannot be read', 2, [2, 3]],
])('startJournalFeature %s', async (_name, unreadable, kept) => {
  const { end, ...context } = featureContext();
  const now = context.clock.now();
  const { clock, strayPhotos } = openJournalValues(context.value);
  // Runs over a week have read the same clock.
  clock.set({ since: now - 8 * day, last: now });
  const photoOf = (n: number) => ({ ...journalPost(n), at: n });
  const folder = context.paths.photos;
  mkdirSync(folder);
  for (const n of [1, 2, 3]) writeFileSync(join(folder, photoName(photoOf(n))), 'photo');
  strayPhotos.set({ [photoName(photoOf(3))]: now - 31 * day });
  const state = { kind: 'deleted', at: now - 31 * day, status: null } as const;
  createJournalStore(context.database).save(
    [journalPost(1, { photo: 1, state }), journalPost(2, { photo: 2 })],
    'user',
  );
  context.database
    .current()
    .prepare(`UPDATE journal_post SET kind = 'unreadable', turn = NULL WHERE sequence = ?`)
    .run(unreadable);

  let left: readonly string[] = [];
  // Called when the feature has ended.
  context.onEnd(() => void (left = readdirSync(folder).sort()));
  startJournalFeature(context);
  await end();
  expect(left).toEqual(kept.map((n) => photoName(photoOf(n))).sort());
});
