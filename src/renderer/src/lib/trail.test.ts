import { describe, expect, it } from 'vitest';
import type { Fix } from '../../../shared/station.ts';
import { extendTrail } from './trail.ts';

const at = (time: number): Fix => ({ time, latitude: 0, longitude: 0, receivedAt: time * 1000 });
const times = (trail: readonly Fix[]): number[] => trail.map(({ time }) => time);

describe('extendTrail', () => {
  it('appends a newer fix and ignores a repeated or missing one', () => {
    const trail = extendTrail([at(100)], at(105));
    expect(times(trail)).toEqual([100, 105]);
    expect(extendTrail(trail, at(105))).toBe(trail);
    expect(extendTrail(trail, null)).toBe(trail);
  });

  it('starts anew after a long gap and when time goes back', () => {
    expect(times(extendTrail([at(0), at(5)], at(606)))).toEqual([606]);
    expect(times(extendTrail([at(500)], at(400)))).toEqual([400]);
  });

  it('forgets what is older than twenty minutes', () => {
    expect(times(extendTrail([at(0), at(400), at(800)], at(1300)))).toEqual([400, 800, 1300]);
  });
});
