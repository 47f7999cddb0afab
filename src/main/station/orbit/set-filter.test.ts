import { expect, it } from 'vitest';
import { createRandom, orbitTruthOf, pollFixes, stationElements } from '#test/support/orbit.ts';
import { fitOrbit } from './fit.ts';
import { filterSets } from './set-filter.ts';

it('filterSets returns the same steps as without earlier calls when a set follows one in long use', () => {
  const truth = orbitTruthOf(stationElements[1]);
  const polling = { until: truth.epoch, everySeconds: 300, count: 12, random: createRandom(1) };
  const fit = fitOrbit(pollFixes(truth, polling));
  const [set] = fit.ok ? fit.orbit.memory.sets : [];
  if (!fit.ok || set === undefined) return expect.unreachable();
  const { memory } = fit.orbit;
  const first = { ...set, times: [set.reference, set.reference + 23 * 3600] };
  const next = { ...set, reference: set.reference + 24 * 3600 };
  for (const sets of [[first], [first, next], [next], [first, { ...next, changed: true }]])
    expect(filterSets({ ...memory, sets })).toEqual(
      filterSets(structuredClone({ ...memory, sets })),
    );
});
