import { expect, it, onTestFinished, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { startJournalFeature } from './feature.ts';

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
