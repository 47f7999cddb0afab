import { expect, it, vi } from 'vitest';
import type { Station } from '#shared/station/station.ts';
import { augustEpoch, augustTruth, tenPlaces } from '#test/support/ground-truth.ts';
import type { EstimatedOrbit } from './orbit-estimator.ts';
import { createTransitSearch } from './transit-search.ts';

const truth = augustTruth();
const observer = { ...(tenPlaces['Berlin'] ?? expect.fail()), source: 'settings' as const };
const begin = augustEpoch * 1000;
const hour = 3600_000;

function newSearch() {
  const published: Station['transits'][] = [];
  const search = createTransitSearch(
    (found) => void published.push(found),
    (error) => {
      throw error;
    },
  );
  const estimate = {
    orbit: { burn: null },
    ephemeris: {
      earthFixed: truth.earthFixed,
      sigmaKm: () => 1,
      deviations: () => ({ alongKm: 1, crossKm: 0.1 }),
      timeSigma: () => 0.1,
      epoch: augustEpoch,
    },
  } as unknown as EstimatedOrbit;
  const wanted = { estimate, observer, withinKm: 30 };
  return { search, wanted, published };
}

it('searches once in six hours, and after the clock was set back', async () => {
  const { search, wanted, published } = newSearch();
  const update = (hours: number): void => search.update(wanted, begin + hours * hour, true);
  const ended = (count: number) => vi.waitFor(() => expect(published.length).toBe(count), 20_000);
  update(0);
  await ended(1);
  // Otherwise an hour would do.
  expect(published[0]?.found.every(({ t }) => t * 1000 - begin > 24 * hour)).toBe(true);
  update(5.9);
  for (let k = 0; k < 50; k += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(published.length).toBe(1);
  update(6);
  await ended(2);
  update(5);
  await ended(3);
  // What was found for an orbit that is lost does not count when there is one again.
  search.update(null, begin + 5.1 * hour, true);
  expect(published[3]).toBeNull();
  update(5.2);
  await ended(5);
  await search.dispose();
});
