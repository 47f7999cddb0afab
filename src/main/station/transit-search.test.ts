import { expect, it, vi } from 'vitest';
import type { Station } from '#shared/station/station.ts';
import { augustEpoch, truthOfAugust, tenPlaces } from '#test/support/ground-truth.ts';
import type { EstimatedOrbit } from './orbit-estimator.ts';
import { TransitSearch } from './transit-search.ts';

const truth = truthOfAugust();
const observer = { ...(tenPlaces['Berlin'] ?? expect.fail()), source: 'settings' as const };
const begin = augustEpoch * 1000;
const hour = 3600_000;

/**
 * @param spanHours the time from the first to the last fix of the orbit
 * @param withinKm the largest distance of a centre line
 * @param crossKm the error of the orbit across the track, which moves the centre lines
 */
function newSearch(spanHours = 24, withinKm = 30, crossKm = 0.1) {
  const results: Station['transits'][] = [];
  let last: Parameters<TransitSearch['update']> | null = null;
  const search = new TransitSearch(() => {
    if (last !== null) results.push(search.update(...last));
  });
  let latestTime = 0;
  const estimate = {
    orbit: { burn: null, from: augustEpoch - spanHours * 3600, epoch: augustEpoch },
    ephemeris: {
      earthFixed(t: number) {
        latestTime = Math.max(latestTime, t);
        return truth.earthFixed(t);
      },
      sigmaKm: () => 1,
      deviations: () => ({ alongKm: 1, crossKm }),
      timeSigma: () => 0.1,
      epoch: augustEpoch,
    },
  } as unknown as EstimatedOrbit;
  const query = { estimate, observer, withinKm };
  /** Calls `search.update` as the Station view does, with a time this many hours after the start. */
  function update(hours: number, isKnown = true): Station['transits'] {
    last = [isKnown ? query : null, begin + hours * hour, true];
    return search.update(...last);
  }
  /** The latest time of a search, days after the start. */
  const latestDay = () => (latestTime - augustEpoch) / 86_400;
  return { search, update, results, query, latestDay };
}

it('TransitSearch searches every six hours, and after the clock was set back', async () => {
  const { search, update, results, query, latestDay } = newSearch();
  const ended = (count: number) => vi.waitFor(() => expect(results.length).toBe(count));
  update(0);
  await ended(1);
  // No transit is less than a day away, so that the search is not repeated after an hour.
  expect(results[0]?.list.every(({ t }) => t * 1000 - begin > 24 * hour)).toBe(true);
  update(5.9);
  for (let k = 0; k < 50; k += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(results.length).toBe(1);
  update(6);
  await ended(2);
  update(5);
  await ended(3);
  // Fourteen days are searched.
  expect(Math.abs(latestDay() - 14)).toBeLessThan(0.5);
  // A burn changes the orbit.
  Object.assign(query.estimate.orbit, { burn: { to: augustEpoch } });
  update(5.1);
  await ended(4);
  // A lost orbit drops the transits; a new orbit starts a new search.
  expect(update(5.2, false)).toBeNull();
  expect(update(5.3)).toBeNull();
  await ended(5);
  await search.dispose();
});

it('TransitSearch finds nothing while the fixes of the orbit span less than an hour', async () => {
  const { search, update, results } = newSearch(0.9);
  expect(update(0)).toBeNull();
  await search.idle();
  expect(update(1)).toBeNull();
  expect(results).toEqual([]);
  await search.dispose();
});

it('TransitSearch searches again after an hour while the fixes of the orbit span only two hours', async () => {
  const { search, update, results } = newSearch(2);
  const ended = (count: number) => vi.waitFor(() => expect(results.length).toBe(count));
  update(0);
  await ended(1);
  update(0.9);
  await search.idle();
  expect(results).toHaveLength(1);
  update(1);
  await ended(2);
  await search.dispose();
});

it('TransitSearch searches again after an hour while a transit is less than a day away', async () => {
  const { search, update, results } = newSearch(24, 100);
  update(0);
  await search.idle();
  expect(results[0]?.until).toBe(begin + 14 * 24 * hour);
  expect(results[0]?.list.filter(({ t }) => t * 1000 - begin < 24 * hour)).toHaveLength(1);
  update(0.9);
  await search.idle();
  expect(results).toHaveLength(1);
  update(1);
  await search.idle();
  expect(results).toHaveLength(2);
  await search.dispose();
});

it.each([
  [60, true],
  [200, false],
])(
  'TransitSearch shows no transit whose centre line is not known to 100 km: error %d km',
  async (crossKm, isShown) => {
    const { search, update, results } = newSearch(24, 100, crossKm);
    update(0);
    await search.idle();
    expect((results[0]?.list.length ?? NaN) > 0).toBe(isShown);
    await search.dispose();
  },
);

it('TransitSearch resolves `idle()` when the search that replaced the first one has ended', async () => {
  const { search, update, results } = newSearch();
  await search.idle();
  expect(results).toEqual([]);
  update(0);
  const idle = search.idle();
  // Another search replaces the first one.
  update(-1);
  await idle;
  expect(results).toHaveLength(1);
  expect(update(-1)).not.toBeNull();
  await search.dispose();
});
