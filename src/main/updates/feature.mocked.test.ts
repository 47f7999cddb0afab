import { expect, it, onTestFinished, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { startUpdatesFeature } from './feature.ts';

vi.mock('electron', () => ({ app: {}, autoUpdater: {}, clipboard: {}, shell: {} }));

it('startUpdatesFeature starts alone: a build without a feed has no updates, and says why', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const feature = startUpdatesFeature(context, () => Promise.resolve(true));
  expect(context.state.current.update).toMatchObject({ status: 'off', reason: 'no-feed' });
  feature.check();
  await context.clock.advance(0);
  expect(context.state.current.update).toMatchObject({ status: 'off' });
});
