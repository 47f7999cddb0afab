import { expect, it, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { lookForTray } from './first-look.ts';
import { startTrayFeature } from './feature.ts';

const icon = vi.hoisted(() => ({ renders: 0, disposals: 0 }));
vi.mock('./tray.ts', () => ({
  createTray: () => ({
    isShown: true,
    render: () => (icon.renders += 1),
    dispose: () => (icon.disposals += 1),
  }),
}));

it('startTrayFeature starts alone: it draws each change of the state, performs commands, and stops', async () => {
  const { end, ...context } = featureContext();
  const noSearch = () => Promise.reject(new Error('no search'));
  const look = lookForTray(null, noSearch, context.clock, new AbortController().signal);
  const opened: unknown[] = [];
  const features = {} as Parameters<typeof startTrayFeature>[2];
  const tray = startTrayFeature(context, look, features, {
    openWindow: (place) => opened.push(place),
    onClick: () => undefined,
    onNoTray: () => undefined,
    showNotice: () => undefined,
    isNews: () => false,
    silence: () => undefined,
    quit: () => undefined,
  });
  context.state.update(() => ({ version: '0.0.1' }));
  tray.perform({ kind: 'open', view: 'status' });
  expect([icon.renders, opened]).toEqual([1, ['status']]);
  await end();
  expect(icon.disposals).toBe(1);
});
