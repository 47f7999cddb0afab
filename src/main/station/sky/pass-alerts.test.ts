import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Moment, Pass } from '#shared/station/sky/pass.ts';
import { isQuiet, isSamePass, nextAlert, type AlertSettings } from './pass-alerts.ts';

const unix = (iso: string): number => Date.parse(iso) / 1000;
const moment = (t: number): Moment => ({ t, azimuth: 0, elevation: 0, rangeKm: 1000 });

/** Rises five minutes before its peak, to be seen from four minutes before to one after. */
const passAt = (peak: number, visible = true): Pass => ({
  rise: moment(peak - 300),
  peak: moment(peak),
  set: moment(peak + 300),
  visible,
  reason: visible ? null : 'daylight',
  visibleFrom: visible ? peak - 240 : null,
  visibleTo: visible ? peak + 60 : null,
  brightness: visible ? { magnitude: -3, band: 'brilliant' } : null,
});

const settings: AlertSettings = { lead: 10, onlyVisible: true, quiet: null, timeZone: 'UTC' };
const night = { from: 22 * 60, to: 7 * 60 };
const evening = unix('2026-06-01T20:00:00Z');

describe('nextAlert', () => {
  it('comes the lead time before the visible stretch, or before the rise', () => {
    const passes = [passAt(evening)];
    expect(nextAlert(passes, settings, [], 0)?.at).toBe(evening - 240 - 600);
    expect(nextAlert(passes, { ...settings, onlyVisible: false }, [], 0)?.at).toBe(
      evening - 300 - 600,
    );
  });

  it('passes over what is not visible, unless it is wanted', () => {
    const passes = [passAt(evening, false), passAt(evening + 5580)];
    expect(nextAlert(passes, settings, [], 0)?.pass).toBe(passes[1]);
    expect(nextAlert(passes, { ...settings, onlyVisible: false }, [], 0)?.pass).toBe(passes[0]);
    expect(nextAlert([passAt(evening, false)], settings, [], 0)).toBeNull();
    expect(nextAlert([], settings, [], 0)).toBeNull();
  });

  it('comes at once when the lead time has begun, and not when the pass is all but over', () => {
    const passes = [passAt(evening)];
    expect(nextAlert(passes, settings, [], evening - 500)?.at).toBe(evening - 500);
    expect(nextAlert(passes, settings, [], evening)?.at).toBe(evening);
    expect(nextAlert(passes, settings, [], evening + 1)).toBeNull();
  });

  it.each([
    ['within the quiet hours', '2026-06-02T01:00:00Z', null],
    ['before them', '2026-06-01T21:00:00Z', '2026-06-01T20:46:00Z'],
    ['after them', '2026-06-02T08:00:00Z', '2026-06-02T07:46:00Z'],
    [
      'with the lead within them and the pass after: at their end',
      '2026-06-02T07:06:00Z',
      '2026-06-02T07:00:00Z',
    ],
    ['when they end in the middle of it', '2026-06-02T07:00:30Z', '2026-06-02T07:00:00Z'],
  ])('in a pass %s', (_what, peak, expected) => {
    const alert = nextAlert([passAt(unix(peak))], { ...settings, quiet: night }, [], 0);
    expect(alert?.at ?? null).toBe(expected === null ? null : unix(expected));
  });

  it('knows the quiet hours in the zone of the person, also when clocks change in them', () => {
    const berlin = { ...settings, quiet: night, timeZone: 'Europe/Berlin' };
    const at = (peak: string) => nextAlert([passAt(unix(peak))], berlin, [], 0)?.at ?? null;
    // 07:06 in Berlin is 05:06 UTC in summer, 06:06 in winter. Summer time begins on 2026-03-29.
    expect(at('2026-06-02T05:06:00Z')).toBe(unix('2026-06-02T05:00:00Z'));
    expect(at('2026-01-02T06:06:00Z')).toBe(unix('2026-01-02T06:00:00Z'));
    expect(at('2026-06-01T20:30:00Z')).toBeNull();
    const long = { ...berlin, lead: 300 };
    expect(nextAlert([passAt(unix('2026-03-29T05:06:00Z'))], long, [], 0)?.at).toBe(
      unix('2026-03-29T05:00:00Z'),
    );
    expect(nextAlert([passAt(unix('2026-10-25T06:06:00Z'))], long, [], 0)?.at).toBe(
      unix('2026-10-25T06:00:00Z'),
    );
    // 02:30 is left out in spring: it ends an hour later.
    const short = { ...long, lead: 180, quiet: { from: 22 * 60, to: 150 } };
    expect(nextAlert([passAt(unix('2026-03-29T02:00:00Z'))], short, [], 0)?.at).toBe(
      unix('2026-03-29T01:30:00Z'),
    );
  });

  it('alerts once per pass, wherever refits move it, and once for each of the next', () => {
    const shifts = fc.array(fc.integer({ min: -600, max: 600 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(shifts, (moved) => {
        const peaks = [evening, evening + 5580, evening + 11_160];
        const alerted: number[] = [];
        let now = evening - 7200;
        for (let round = 0; now < evening + 14_400; round++) {
          const shift = moved[round % moved.length] ?? 0;
          const passes = peaks.map((peak) => passAt(peak + shift));
          const alert = nextAlert(passes, settings, alerted, now);
          if (alert !== null && alert.at <= now) alerted.push(alert.pass.peak.t);
          now += 60;
        }
        for (const peak of peaks) {
          expect(alerted.filter((t) => isSamePass(t, peak))).toHaveLength(1);
        }
        expect(alerted).toHaveLength(3);
      }),
    );
  });
});

describe('isQuiet', () => {
  it.each([
    [night, 22 * 60, true],
    [night, 22 * 60 - 1, false],
    [night, 0, true],
    [night, 7 * 60 - 1, true],
    [night, 7 * 60, false],
    [{ from: 60, to: 120 }, 90, true],
    [{ from: 60, to: 120 }, 120, false],
    [{ from: 60, to: 60 }, 60, false],
  ])('%j has minute %d: %s', (hours, minute, expected) => {
    expect(isQuiet(minute, hours)).toBe(expected);
  });
});
