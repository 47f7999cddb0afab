import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noonMs, passAt } from '#test/support/any-state.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { passEvents, passVariables } from './pass-events.ts';

const none = { soon: null, begins: null };
const minuteMs = 60_000;
const visibleAt = (minutes: number): Pass =>
  passAt(minutes - 2, {
    visible: true,
    reason: null,
    visibleFrom: noonMs / 1000 + minutes * 60,
    visibleTo: noonMs / 1000 + (minutes + 4) * 60,
    brightness: { magnitude: -3.14, band: 'bright' },
  });
const settings = { leadMinutes: 10, onlyVisible: true };

describe('passEvents', () => {
  const pass = visibleAt(30);
  // The visible part begins at minute 30.
  it.each<[number, string, number | null]>([
    [0, '', 20],
    [20, 'soon', 30],
    [29.9, 'soon', 30],
    [30, 'begins', null],
    [30.9, 'begins', null],
    [31, '', null],
    [40, '', null],
  ])('returns the event at minute %s: "%s"', (minute, expected, nextAt) => {
    const now = noonMs + minute * minuteMs;
    const events = passEvents([passAt(5), pass], settings, none, now);
    expect(events.soon === pass ? 'soon' : events.begins === pass ? 'begins' : '').toBe(expected);
    expect(events.nextAt).toBe(nextAt === null ? null : noonMs + nextAt * minuteMs);
  });

  it('includes invisible passes only if `onlyVisible` is off', () => {
    const hidden = passAt(30);
    const all = { leadMinutes: 10, onlyVisible: false };
    const at = (minute: number) => passEvents([hidden], all, none, noonMs + minute * minuteMs);
    expect(at(21).soon).toBe(hidden);
    expect(at(30).begins).toBe(hidden);
    expect(passEvents([hidden], settings, none, noonMs + 21 * minuteMs)).toEqual({
      ...none,
      nextAt: null,
    });
  });

  it('does not return an announced pass again, even if a new fit has moved the pass', () => {
    const announced = { soon: pass.peak.t, begins: pass.peak.t };
    const moved = visibleAt(31);
    expect(passEvents([moved], settings, announced, noonMs + 22 * minuteMs).soon).toBeNull();
    expect(passEvents([moved], settings, announced, noonMs + 31 * minuteMs).begins).toBeNull();
    const next = visibleAt(30 + 93);
    expect(passEvents([next], settings, announced, noonMs + 120 * minuteMs).soon).toBe(next);
  });

  it('returns no `nextAt` in the past', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -200, max: 200 })), fc.nat(200), (minutes, at) => {
        const passes = minutes.toSorted((a, b) => a - b).map(visibleAt);
        const now = noonMs + at * minuteMs;
        const { nextAt } = passEvents(passes, settings, none, now);
        if (nextAt !== null) expect(nextAt).toBeGreaterThan(now);
      }),
    );
  });
});

it('passVariables returns the data of the pass', () => {
  const iso = (minute: number): string =>
    new Date(noonMs + minute * minuteMs).toISOString().replace('.000', '');
  expect(passVariables(visibleAt(30), false).own).toEqual({
    OVERHEAD_SIMULATED: '',
    OVERHEAD_PASS_FROM: iso(30),
    OVERHEAD_PASS_TO: iso(34),
    OVERHEAD_PASS_VISIBLE: '1',
    OVERHEAD_PASS_ELEVATION: '67',
    OVERHEAD_PASS_MAGNITUDE: '-3.1',
    OVERHEAD_PASS_RISE: '270',
    OVERHEAD_PASS_SET: '270',
  });
});
