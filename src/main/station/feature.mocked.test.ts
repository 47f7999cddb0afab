import { expect, it, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { startStationFeature } from './feature.ts';

vi.mock('electron', () => ({ app: {}, clipboard: {}, dialog: {}, shell: {}, BrowserWindow: {} }));

it('startStationFeature starts alone: it polls the position, answers the windows, and stops', async () => {
  const { end, ...context } = featureContext();
  const feature = startStationFeature(context);
  await context.clock.advance(0);
  expect(context.state.current.activities.position.lastFailure?.failure).toEqual({
    kind: 'offline',
    reason: 'starting',
  });
  expect(await feature.handlers.station.ledger(null, 1)).toMatchObject({
    ok: true,
    value: { predictions: 0 },
  });
  expect(Object.keys(feature.queries)).toEqual(['passes', 'transits', 'position']);
  await end();
});
