import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Moment, Pass } from '#shared/station/sky/pass.ts';
import type { AlertSettings } from '#shared/station/station.ts';
import { isSamePass } from '#shared/station/sky/pass-span.ts';
import { isInQuietHours, passAlerts } from './pass-alerts.ts';

const moment = (t: number): Moment => ({ t, azimuth: 0, elevation: 0, rangeKm: 1000 });

/**
 * A pass that rises five minutes before its culmination, and is visible from four minutes before it to one minute
 * after.
 */
const passAt = (peak: number, visible = true): Pass => ({
  rise: moment(peak - 300),
  peak: moment(peak),
  set: moment(peak + 300),
  seen: { rise: moment(peak - 300), set: moment(peak + 300) },
  visible,
  reason: visible ? null : 'daylight',
  visibleFrom: visible ? peak - 240 : null,
  visibleTo: visible ? peak + 60 : null,
  brightness: visible ? { magnitude: -3, band: 'jupiter' } : null,
});

const settings: AlertSettings = {
  enabled: true,
  leadMinutes: 10,
  onlyVisible: true,
  minElevation: 0,
  quiet: null,
};
const everyPass: AlertSettings = { ...settings, onlyVisible: false };
const evening = Date.parse('2026-06-01T20:00:00Z') / 1000;
const at = (t: number, passes = [passAt(evening)], wanted = settings) =>
  passAlerts(passes, wanted, t * 1000);

describe('passAlerts', () => {
  it('returns the time of the next alert: the lead time before the visible part, or before the rise of an invisible pass', () => {
    expect(at(0)).toEqual({ alerts: [], nextAt: (evening - 240 - 600) * 1000 });
    const hidden = [passAt(evening, false)];
    expect(at(0, hidden, everyPass).nextAt).toBe((evening - 300 - 600) * 1000);
  });

  it('alerts from the lead time before the visible part until a minute before its end', () => {
    const [pass] = [passAt(evening)];
    expect(at(evening - 841, [pass]).alerts).toEqual([]);
    expect(at(evening - 840, [pass]).alerts).toEqual([pass]);
    expect(at(evening, [pass]).alerts).toEqual([pass]);
    expect(at(evening + 1, [pass])).toEqual({ alerts: [], nextAt: null });
  });

  it('leaves out passes that are not visible, unless `onlyVisible` is off', () => {
    const passes = [passAt(evening, false), passAt(evening + 5580)];
    expect(at(evening, passes)).toEqual({ alerts: [], nextAt: (evening + 5580 - 840) * 1000 });
    expect(at(evening, passes, everyPass).alerts).toEqual([passes[0]]);
    expect(at(0, [passAt(evening, false)])).toEqual({ alerts: [], nextAt: null });
    expect(at(0, [])).toEqual({ alerts: [], nextAt: null });
  });

  it('leaves out passes whose highest visible point is lower than `minElevation`', () => {
    const high = passAt(evening);
    const pass = { ...high, peak: { ...high.peak, elevation: 20 } };
    const alertsFrom = (minElevation: number, of = pass) =>
      at(evening - 240, [of], { ...settings, minElevation }).alerts;
    expect(alertsFrom(20)).toEqual([pass]);
    expect(alertsFrom(21)).toEqual([]);
    // The station reaches 20° only after it has faded.
    expect(alertsFrom(20, { ...pass, visibleTo: evening - 60 })).toEqual([]);
  });

  it('returns no alert when the alerts are off', () => {
    expect(at(evening, [passAt(evening)], { ...settings, enabled: false })).toEqual({
      alerts: [],
      nextAt: null,
    });
  });

  it('alerts to two passes, each from its own lead time, if the lead times of both have begun', () => {
    const passes = [passAt(evening), passAt(evening + 5580)];
    const early = { ...settings, leadMinutes: 120 };
    const secondAlert = evening + 5580 - 240 - 7200;
    expect(at(secondAlert - 1, passes, early).alerts).toEqual([passes[0]]);
    expect(at(secondAlert, passes, early).alerts).toEqual(passes);
    expect(at(evening + 300, passes, early).alerts).toEqual([passes[1]]);
  });

  it('alerts once for each pass, even if new fits change its time', () => {
    const shifts = fc.array(fc.integer({ min: -240, max: 240 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(shifts, (moved) => {
        const peaks = [evening, evening + 5580, evening + 11_160];
        const announced: number[] = [];
        let now = evening - 7200;
        for (let round = 0; now < evening + 14_400; round++) {
          const shift = moved[round % moved.length] ?? 0;
          const { alerts } = at(
            now,
            peaks.map((peak) => passAt(peak + shift)),
          );
          // Announces alerts as the notifications do.
          for (const { peak } of alerts)
            if (!announced.some((one) => isSamePass(one, peak.t))) announced.push(peak.t);
          now += 60;
        }
        expect(announced).toHaveLength(3);
        for (const [k, peak] of peaks.entries())
          expect(isSamePass(announced[k] ?? NaN, peak)).toBe(true);
      }),
    );
  });
});

describe('isInQuietHours', () => {
  const night = { from: 22 * 60, to: 7 * 60 };
  it.each([
    [night, 22 * 60, true],
    [night, 22 * 60 - 1, false],
    [night, 0, true],
    [night, 7 * 60 - 1, true],
    [night, 7 * 60, false],
    [{ from: 60, to: 120 }, 90, true],
    [{ from: 60, to: 120 }, 120, false],
    [{ from: 60, to: 60 }, 60, false],
  ])('decides for %j whether minute %d is quiet: %s', (hours, minute, expected) => {
    expect(isInQuietHours(minute, hours)).toBe(expected);
  });
});
