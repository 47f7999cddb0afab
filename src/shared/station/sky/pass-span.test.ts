import { expect, it } from 'vitest';
import { passAt } from '#test/support/any-state.ts';
import { isFarFromClock, isSamePass, passSpan, seenPart } from './pass-span.ts';

it('passSpan returns the visible part of a pass, or the time from rise to set if it is invisible', () => {
  const { rise, set } = passAt(0);
  expect(passSpan(passAt(0))).toEqual({ from: rise.t, to: set.t });
  const seen = { visibleFrom: rise.t + 120, visibleTo: rise.t + 300 };
  expect(passSpan(passAt(0, seen))).toEqual({ from: rise.t + 120, to: rise.t + 300 });
});

it('isSamePass distinguishes passes that are half an orbit apart', () => {
  const halfOrbit = 46 * 60;
  for (const way of [-1, 1]) {
    expect(isSamePass(1e9, 1e9 + way * (halfOrbit - 1))).toBe(true);
    expect(isSamePass(1e9, 1e9 + way * halfOrbit)).toBe(false);
  }
});

it('seenPart returns the culmination of a pass that is visible there, and else the higher end', () => {
  const pass = passAt(0);
  const { rise, peak, set } = pass;
  const part = (from: number, to: number) =>
    seenPart({ ...pass, visibleFrom: rise.t + from, visibleTo: rise.t + to });
  expect(seenPart(pass).top).toEqual({ t: peak.t, azimuth: 270, elevation: 67.2 });
  expect(part(60, 400).top.t).toBe(peak.t);
  const late = part(400, 500);
  expect(late.top).toEqual(late.from);
  expect(late.from.elevation).toBeGreaterThan(late.to.elevation);
  const early = part(60, 200);
  expect(early.top).toEqual(early.to);
  expect(seenPart(pass).to).toMatchObject({ t: set.t, elevation: 0 });
});

const now = Date.UTC(2026, 10, 21);
/** The longitude whose solar time is the time of this computer. */
const here = (new Date(now).getTimezoneOffset() / 60) * -15;

it.each([
  [0, false],
  [45, false],
  [-45, false],
  [60, true],
  [180, true],
  [-90, true],
  [306, true],
  [315, false],
  [-306, true],
  [-350, false],
])(
  'isFarFromClock, for a place %i° to the east of the computer’s time zone, returns %s',
  (east, far) => {
    expect(isFarFromClock(here + east, now)).toBe(far);
  },
);
