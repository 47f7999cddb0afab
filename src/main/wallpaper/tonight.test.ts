import { describe, expect, it } from 'vitest';
import type { Pass } from '#shared/station/sky/pass.ts';
import { clockTime } from '#shared/time-words.ts';
import { drawPass, isSamePassDrawing, nextVisiblePass } from './tonight.ts';

const start = Date.UTC(2026, 10, 21, 18, 42) / 1000;
const berlin = { latitude: 52.52, longitude: new Date().getTimezoneOffset() / -4 };

/**
 * A pass from the west over the south to the east, 64° high, visible from its culmination until 80 seconds before it
 * sets.
 */
const rise = { t: start, azimuth: 270, elevation: 0, rangeKm: 2300 };
const set = { t: start + 640, azimuth: 90, elevation: 0, rangeKm: 2300 };
const pass: Pass = {
  rise,
  peak: { t: start + 320, azimuth: 180, elevation: 64, rangeKm: 460 },
  set,
  seen: { rise, set },
  visible: true,
  reason: null,
  visibleFrom: start + 320,
  visibleTo: start + 560,
  brightness: null,
};

it.each([
  [202, 'south', ['east', 'south', 'west']],
  [203, 'southwest', ['southeast', 'southwest', 'northwest']],
])(
  'drawPass projects each point as seen when facing %d°, and rounds the height',
  (facing, top, directions) => {
    const drawn = drawPass(
      {
        ...pass,
        peak: { ...pass.peak, azimuth: facing, elevation: 40.6 },
        rise: { ...rise, azimuth: facing + 90 },
        set: { ...set, azimuth: facing - 90 },
      },
      berlin,
    );
    expect(drawn.detail).toContain(`, 41° high in the ${top}`);
    expect(drawn.directions).toEqual(directions);
    expect([drawn.path[0], drawn.path.at(-1)]).toEqual([
      [1, 0],
      [-1, 0],
    ]);
    const height = Math.round(1000 * Math.sin((40.6 * Math.PI) / 180)) / 1000;
    expect(drawn.seen[0]).toEqual([0, height]);
  },
);

describe('drawPass', () => {
  const drawn = drawPass(pass, berlin);

  it('names the times, the directions and the height of the visible part', () => {
    const times = [320, 560].map((after) => clockTime((start + after) * 1000));
    expect(drawn.title).toBe(`Space station, ${times.join('–')}`);
    expect(drawn.detail).toBe('From the south to the east, 64° high in the south');
    expect(drawn.directions).toEqual(['east', 'south', 'west']);
  });

  it('names one direction if the whole pass is in this direction', () => {
    const short = { ...pass, visibleTo: start + 324 };
    expect(drawPass(short, berlin).detail).toBe('In the south, 64° high');
  });

  it('names the computer’s clock if the place is in another time zone', () => {
    const far = { ...berlin, longitude: ((berlin.longitude + 300) % 360) - 180 };
    expect(drawPass(pass, far).title).toContain('in this computer’s time zone');
  });

  it('draws the path as seen when facing the culmination: it begins at the right, and culminates in the middle', () => {
    expect(drawn.path[0]).toEqual([1, 0]);
    expect(drawn.path.at(-1)).toEqual([-1, 0]);
    const [x = 9, y = 9] = drawn.seen[0] ?? [];
    expect(x).toBeCloseTo(0, 2);
    expect(y).toBeCloseTo(Math.sin((64 * Math.PI) / 180), 2);
    for (const [left, height] of drawn.path) {
      expect(height).toBeGreaterThanOrEqual(0);
      expect(Math.hypot(left, height)).toBeLessThanOrEqual(1.001);
    }
    expect(drawn.seen.every(([left]) => left <= 0.01)).toBe(true);
  });
});

const later = (seconds: number, elevation = 64): Pass => ({
  ...pass,
  peak: { ...pass.peak, t: pass.peak.t + seconds, elevation },
  visibleFrom: (pass.visibleFrom ?? 0) + seconds,
  visibleTo: (pass.visibleTo ?? 0) + seconds,
});

it.each([
  ['the same: true', pass, true],
  ['half a minute later: true', later(30), true],
  ['two minutes later: false', later(120), false],
  ['five degrees lower: false', later(0, 59), false],
  ['one orbit later: false', later(5570), false],
  ['visible 59 s earlier: true', { ...pass, visibleFrom: start + 261 }, true],
  ['visible 60 s earlier: false', { ...pass, visibleFrom: start + 260 }, false],
  ['visible until 59 s later: true', { ...pass, visibleTo: start + 619 }, true],
  ['visible until 60 s later: false', { ...pass, visibleTo: start + 620 }, false],
  ['visible until 60 s before: false', { ...pass, visibleTo: start + 500 }, false],
  ['2.9 degrees lower: true', later(0, 61.1), true],
  ['3 degrees lower: false', later(0, 61), false],
  ['3 degrees higher: false', later(0, 67), false],
])('isSamePassDrawing compares a pass with one that is %s', (_what, other, same) => {
  expect(isSamePassDrawing(pass, other)).toBe(same);
});

it('nextVisiblePass returns the first visible pass that is not over', () => {
  const hidden = { ...pass, visible: false };
  const next = later(5570);
  expect(nextVisiblePass([hidden, pass, next], (start + 559) * 1000)).toBe(pass);
  expect(nextVisiblePass([hidden, pass, next], (start + 560) * 1000)).toBe(next);
  expect(nextVisiblePass([hidden], 0)).toBeNull();
});
