import { expect, it } from 'vitest';
import { stationRig } from '#test/support/station-rig.ts';
import { defaultAlerts } from '#shared/station/station.ts';
import { guessObserver } from './observer/guess.ts';

const minute = 60_000;

it('after a flight the guessed observer is in the other zone, without a restart', async () => {
  const rig = stationRig('Europe/Berlin');
  await rig.clock.advance(10 * minute);
  expect(rig.now.observer).toMatchObject({ ...guessObserver('Europe/Berlin'), source: 'guess' });
  const { passes } = rig.now;
  rig.travel('Asia/Tokyo');
  await rig.clock.advance(2 * minute);
  expect(rig.now.observer).toMatchObject({ ...guessObserver('Asia/Tokyo'), source: 'guess' });
  expect(rig.now.passes).not.toEqual(passes);
  await rig.close();
});

it('a place that the person has set stays', async () => {
  const rig = stationRig('Europe/Berlin');
  await rig.station.setObserver({ latitude: 1, longitude: 2, altitude: 3 });
  await rig.station.setAlerts({ ...defaultAlerts, enabled: true });
  rig.travel('Asia/Tokyo');
  await rig.clock.advance(2 * minute);
  expect(rig.now.observer).toMatchObject({ source: 'settings', latitude: 1 });
  await rig.close();
});
