import { expect, it } from 'vitest';
import { augustEpoch, tenPlaces, augustTruth } from '#test/support/ground-truth.ts';
import { passesOf } from './passes.ts';
import { skyPath } from './sky-path.ts';

it('leads from rise over the peak to set, sunlit where the pass is visible', () => {
  const { earthFixed } = augustTruth();
  const observer = tenPlaces['Berlin'] ?? expect.fail('no place');
  const passes = passesOf(earthFixed, observer, { from: augustEpoch, hours: 120 });
  expect(passes.some(({ visible }) => visible)).toBe(true);
  for (const pass of passes) {
    const path = skyPath(earthFixed, observer, pass);
    expect(path[0]).toMatchObject(pass.rise);
    expect(path.at(-1)?.t).toBeCloseTo(pass.set.t, 6);
    const highest = Math.max(...path.map(({ elevation }) => elevation));
    expect(highest).toBeLessThanOrEqual(pass.peak.elevation + 1e-6);
    expect(highest).toBeGreaterThan(pass.peak.elevation - 4);
    const { visibleFrom, visibleTo } = pass;
    if (visibleFrom === null || visibleTo === null) continue;
    for (const { t, sunlit } of path)
      if (t > visibleFrom && t < visibleTo) expect(sunlit).toBe(true);
  }
});
