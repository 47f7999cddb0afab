import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { ok } from '#shared/failure.ts';
import { startStationFeature } from './feature.ts';
import { createLedgerStore } from './ledger/ledger-store.ts';

const showSaveDialog = vi.hoisted(() => vi.fn());
vi.mock('electron', () => ({
  app: { getPath: () => '/documents' },
  clipboard: {},
  dialog: { showSaveDialog },
  shell: {},
  BrowserWindow: { getFocusedWindow: () => null },
}));

it('startStationFeature starts alone: it polls the position, answers the windows, and stops', async () => {
  const { end, ...context } = featureContext();
  const { clock, state, paths } = context;
  const feature = startStationFeature(context);
  await clock.advance(0);
  expect(state.current.activities.position.lastFailure?.failure).toEqual({
    kind: 'offline',
    reason: 'starting',
  });
  const { station } = feature.handlers;
  expect(await station.ledger(null, 1)).toMatchObject({ ok: true, value: { predictions: 0 } });
  const store = createLedgerStore(context.database, 'live');
  const observer = { latitude: 1, longitude: 2, altitude: 0 };
  const prediction = {
    ...{ predictedAt: 1, observer, rise: 1, peak: 2, set: 3, peakElevation: 20 },
    ...{ visible: true, sigma: 1, replaces: null },
  };
  store.add(
    Array.from({ length: 21 }, () => prediction),
    Array.from({ length: 21 }, (_, k) => ({
      prediction: { ...prediction, id: k + 1 },
      score: { scoredAt: 1, outcome: null },
    })),
  );
  const ledger = await station.ledger(null, 1);
  expect(ledger.ok && ledger.value.last).toHaveLength(20);
  expect(Object.keys(feature.queries)).toEqual(['passes', 'transits', 'position']);

  const filePath = join(paths.data, 'chosen');
  showSaveDialog.mockResolvedValue({ canceled: false, filePath });
  expect(await station.exportLedger(null, 1)).toEqual(ok(filePath));
  expect(readFileSync(filePath, 'utf8').split('\r\n')).toHaveLength(23);
  expect(await station.keepCalendar(true, 1)).toEqual(ok(filePath));
  await end();
  // The calendar file no longer follows the passes, and no request is sent.
  let readCount = 0;
  const passes = {
    get: () => {
      readCount += 1;
      return [];
    },
  };
  state.update(({ station: old }) => ({
    station: Object.defineProperties({ ...old }, { passes }),
  }));
  const { revision } = state.current;
  await clock.advance(3_600_000);
  expect([readCount, state.current.revision]).toEqual([0, revision]);
});
