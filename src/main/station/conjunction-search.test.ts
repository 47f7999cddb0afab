import { expect, it, vi } from 'vitest';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Conjunction } from '#shared/station/sky/sky.ts';
import { augustEpoch, augustTruth, tenPlaces } from '#test/support/ground-truth.ts';
import { createConjunctionSearch } from './conjunction-search.ts';
import type { Ephemeris } from './orbit/ephemeris.ts';
import { passesOf } from './sky/passes.ts';

const truth = augustTruth();
const observer = tenPlaces['Berlin'] ?? expect.fail();
const passes = passesOf(truth.earthFixed, observer, { from: augustEpoch, hours: 120 });

const countedEphemeris = (): Ephemeris => ({
  earthFixed: vi.fn(truth.earthFixed),
  sigmaKm: () => 1,
  deviations: () => ({ alongKm: 1, crossKm: 0.1 }),
  timeSigma: () => 0.1,
  epoch: augustEpoch,
  at: () => {
    throw new Error('not asked for');
  },
});

function newSearch() {
  const published: Conjunction[][] = [];
  const search = createConjunctionSearch(
    (found) => void published.push(found),
    (error) => {
      throw error;
    },
  );
  return { search, published };
}

/** Lets a search run that has begun. */
async function turns(): Promise<void> {
  for (let k = 0; k < 50; k += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('searches nothing while nobody sees it, and forgets only what is of another place', async () => {
  const ephemeris = countedEphemeris();
  const { search, published } = newSearch();
  search.update({ passes, observer, ephemeris }, false);
  await turns();
  expect(ephemeris.earthFixed).not.toHaveBeenCalled();
  search.update({ passes, observer, ephemeris }, true);
  await vi.waitFor(() => expect(published.length).toBe(1), 20_000);
  const [found] = published;
  expect(found?.length).toBeGreaterThan(0);
  vi.mocked(ephemeris.earthFixed).mockClear();
  search.update({ passes: [...passes], observer, ephemeris }, false);
  await turns();
  expect(published).toEqual([found]);
  search.update({ passes, observer: { ...observer, altitude: 100 }, ephemeris }, false);
  await turns();
  expect(published).toEqual([found, []]);
  expect(ephemeris.earthFixed).not.toHaveBeenCalled();
  await search.dispose();
});

it('searches a pass again only when it has moved, or for another place', async () => {
  const ephemeris = countedEphemeris();
  const { search, published } = newSearch();
  /** How often the station was computed for these passes. */
  async function searched(wanted: readonly Pass[], place = observer): Promise<number> {
    vi.mocked(ephemeris.earthFixed).mockClear();
    const before = published.length;
    search.update({ passes: wanted, observer: place, ephemeris }, true);
    await vi.waitFor(() => expect(published.length).toBe(before + 1), 20_000);
    return vi.mocked(ephemeris.earthFixed).mock.calls.length;
  }
  const movedBy = (seconds: number): Pass[] =>
    passes.map((pass) => ({ ...pass, peak: { ...pass.peak, t: pass.peak.t + seconds } }));
  const visible = passes.filter(({ visible: isVisible }) => isVisible).length;
  expect(visible).toBeGreaterThan(2);
  expect(await searched(passes)).toBeGreaterThan(20 * visible);
  vi.mocked(ephemeris.earthFixed).mockClear();
  search.update({ passes: movedBy(0.1), observer, ephemeris }, true);
  await turns();
  expect(ephemeris.earthFixed).not.toHaveBeenCalled();
  expect(published.length).toBe(1);
  expect(await searched(movedBy(2))).toBeGreaterThan(20 * visible);
  expect(await searched(movedBy(2), { ...observer, altitude: 100 })).toBeGreaterThan(20 * visible);
  // Some passes are over, and the others have not changed: nothing is published.
  const count = published.length;
  const last = movedBy(3);
  await searched(last);
  search.update({ passes: last.slice(1), observer, ephemeris }, true);
  search.update(null, true);
  expect(published.length).toBe(count + 2);
  expect(published.at(-1)).toEqual([]);
  await search.dispose();
});
