import { expect, it } from 'vitest';
import { median } from '../support/statistics.ts';
import { compareWithNasa, shareWithin } from './nasa.ts';

it('compareWithNasa finds 99 % of NASA’s sightings, with their heights and directions (skipped without shared data)', ({
  skip,
}) => {
  const comparison = compareWithNasa();
  if (comparison === null) return skip('no shared data');
  const { listed, all, same, elsewhere, starts } = comparison;
  expect(listed).toEqual({ cities: 405, sightings: 3671 });
  expect(all.cities).toBeGreaterThan(370);
  expect(elsewhere.length).toBeLessThan(8);
  expect(all.visible / all.sightings).toBeGreaterThanOrEqual(0.99);
  expect(same.right / same.sightings).toBeGreaterThanOrEqual(0.99);
  expect(shareWithin(comparison.heightsByStep, 3)).toBeGreaterThanOrEqual(0.99);
  expect(comparison.heightsBySets).toHaveLength(starts.length);
  expect(shareWithin(comparison.heightsBySets, 3)).toBeGreaterThanOrEqual(0.99);
  for (const directions of [comparison.appears, comparison.disappears])
    expect(shareWithin(directions, 33.75)).toBeGreaterThanOrEqual(0.99);
  // NASA rounds down, so a correct start is half a minute later on average, minus the effect of the shadow model.
  expect(median(starts)).toBeGreaterThan(10);
  expect(median(starts)).toBeLessThan(40);
});
