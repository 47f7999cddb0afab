import { expect, it, vi } from 'vitest';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Conjunction } from '#shared/station/sky/sky.ts';
import { augustEpoch, truthOfAugust, tenPlaces } from '#test/support/ground-truth.ts';
import { ConjunctionSearch } from './conjunction-search.ts';
import type { Ephemeris } from './orbit/ephemeris.ts';
import { passesOf } from './sky/passes.ts';

const truth = truthOfAugust();
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

/** A `ConjunctionSearch`, and the changed results that `update` has returned. */
function newSearch() {
  type Query = Parameters<ConjunctionSearch['update']>;
  const results: Conjunction[][] = [];
  let last: Query | null = null;
  const search = new ConjunctionSearch(() => {
    if (last !== null) update(...last);
  });
  /** Calls `search.update`, as the Station view does, and records a changed result. */
  function update(...query: Query): void {
    last = query;
    const result = search.update(...query);
    if (result !== (results.at(-1) ?? empty)) results.push(result);
  }
  const empty = search.update(null, false);
  return { search, update, results };
}

/** Waits for 50 turns of the event loop. A started search ends within this time. */
async function turns(): Promise<void> {
  for (let k = 0; k < 50; k += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('ConjunctionSearch searches only in a visible view, and drops results only if the place changes', async () => {
  const ephemeris = countedEphemeris();
  const { search, update, results } = newSearch();
  update({ passes, observer, ephemeris }, false);
  await turns();
  expect(ephemeris.earthFixed).not.toHaveBeenCalled();
  update({ passes, observer, ephemeris }, true);
  await vi.waitFor(() => expect(results.length).toBe(1));
  const [found] = results;
  expect(found?.length).toBeGreaterThan(0);
  vi.mocked(ephemeris.earthFixed).mockClear();
  update({ passes: [...passes], observer, ephemeris }, false);
  await turns();
  expect(results).toEqual([found]);
  update({ passes, observer: { ...observer, altitude: 100 }, ephemeris }, false);
  await turns();
  expect(results).toEqual([found, []]);
  expect(ephemeris.earthFixed).not.toHaveBeenCalled();
  await search.dispose();
});

it('ConjunctionSearch searches a pass again only when the pass has moved or the place has changed', async () => {
  const ephemeris = countedEphemeris();
  const { search, update, results } = newSearch();
  /** Searches these passes, and returns how many positions of the station were computed. */
  async function searchWork(wanted: readonly Pass[], place = observer): Promise<number> {
    vi.mocked(ephemeris.earthFixed).mockClear();
    const { length } = results;
    update({ passes: wanted, observer: place, ephemeris }, true);
    await vi.waitFor(() => expect(results.length).toBe(length + 1));
    return vi.mocked(ephemeris.earthFixed).mock.calls.length;
  }
  /** The passes with one of the times that are compared moved by some seconds. */
  const moved = (seconds: number, name: 'peak' | 'visibleFrom' | 'visibleTo' = 'peak'): Pass[] =>
    passes.map((pass) =>
      name === 'peak'
        ? { ...pass, peak: { ...pass.peak, t: pass.peak.t + seconds } }
        : { ...pass, [name]: (pass[name] ?? NaN) + seconds },
    );
  const visible = passes.filter(({ visible: isVisible }) => isVisible).length;
  expect(visible).toBeGreaterThan(2);
  expect(await searchWork(passes)).toBeGreaterThan(20 * visible);
  vi.mocked(ephemeris.earthFixed).mockClear();
  update({ passes: moved(0.1), observer, ephemeris }, true);
  await turns();
  expect(ephemeris.earthFixed).not.toHaveBeenCalled();
  expect(results.length).toBe(1);
  for (const name of ['visibleFrom', 'visibleTo', 'peak'] as const)
    expect(await searchWork(moved(2, name))).toBeGreaterThan(20 * visible);
  expect(await searchWork(moved(2), { ...observer, altitude: 100 })).toBeGreaterThan(20 * visible);
  // The first pass is over and the others have not changed: the result stays the same.
  const last = moved(3);
  await searchWork(last);
  const count = results.length;
  update({ passes: last.slice(1), observer, ephemeris }, true);
  await turns();
  expect(results.length).toBe(count);
  // The last visible pass is no longer predicted.
  const end = last.findLastIndex(({ visible: isVisible }) => isVisible);
  expect(await searchWork(last.slice(1, end))).toBe(0);
  for (let time = 0; time < 2; time += 1) update(null, true);
  expect(results.slice(count + 1)).toEqual([[]]);
  // A search that is aborted has no result.
  update({ passes, observer, ephemeris }, true);
  update(null, true);
  await turns();
  expect(results).toHaveLength(count + 2);
  await search.dispose();
});
