import { expect, it, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { startPictureFeature } from './feature.ts';

vi.mock('electron', () => ({
  clipboard: {},
  dialog: {},
  shell: {},
  BrowserWindow: {},
  screen: {},
}));

it('startPictureFeature starts alone: it checks for the picture, answers the windows, and stops', async () => {
  const { end, ...context } = featureContext();
  const feature = startPictureFeature(context);
  await context.clock.advance(0);
  expect(context.state.current.activities.picture.lastFailure?.failure).toEqual({
    kind: 'offline',
    reason: 'starting',
  });
  expect(
    feature.handlers.archive.page({ words: '', favourites: false, before: null, limit: 5 }),
  ).toMatchObject({ ok: true, value: { days: [] } });
  expect(Object.keys(feature.queries)).toEqual(['picture']);
  await end();
});
