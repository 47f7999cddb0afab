import { describe, expect, it } from 'vitest';
import {
  fixAt,
  pollFixes,
  createRandom,
  stationElements,
  orbitTruthOf,
} from '#test/support/orbit.ts';
import { ephemerisOf } from './orbit/ephemeris.ts';
import { fitOrbit } from './orbit/fit.ts';
import {
  areOnOneOrbit,
  checkAgainstOrbit,
  checkFixAlone,
  classifyFix,
  contradictsRecentFixes,
} from './plausibility.ts';

const minute = 60;
const truth = orbitTruthOf(stationElements[2]);
const until = truth.epoch + 30_000;
const fixes = pollFixes(truth, { until, everySeconds: 300, count: 60, random: createRandom(11) });
const estimate = fitOrbit(fixes);
if (!estimate.ok) throw new Error(estimate.reason);
const before = estimate.orbit;

/** Fits an orbit with the fix, checks the fix, and returns the reason against it and the uncertainty of that orbit. */
function after(fix: ReturnType<typeof fixAt>) {
  const next = fitOrbit([...fixes, fix], before);
  if (!next.ok) throw new Error(next.reason);
  const reason = checkAgainstOrbit(fix, before, next.orbit)?.reason ?? null;
  return { reason, sigmaKm: ephemerisOf(next.orbit).sigmaKm(fix.time) };
}

describe('checkAgainstOrbit', () => {
  it.each([
    ['4 minutes', 4],
    ['9 minutes', 9],
    ['an hour', 60],
  ])('rejects a position that is %s old; the uncertainty stays below 5 km', (_name, minutes) => {
    const now = until + minutes * minute;
    const { reason, sigmaKm } = after({ ...fixAt(truth, until), time: now });
    expect(reason).not.toBeNull();
    expect(sigmaKm).toBeLessThan(5);
  });

  it('rejects a timestamp that is four minutes too early', () => {
    const lagging = fixAt(truth, until + 9 * minute);
    expect(after({ ...lagging, time: lagging.time - 4 * minute }).reason).toBe('wrong-time');
  });

  it('accepts a shift of a few seconds as a possible manoeuvre and widens the uncertainty', () => {
    const late = fixAt(truth, until + 5 * minute);
    const { reason, sigmaKm } = after({ ...late, time: late.time + 8 });
    expect(reason).toBeNull();
    expect(sigmaKm).toBeGreaterThan(20);
  });
});

describe('checkFixAlone', () => {
  it.each([
    ['accepts a fix dated at its arrival', 0, null],
    ['accepts a fix dated two minutes before its arrival', -119, null],
    ['accepts a fix dated two minutes after its arrival', 119, null],
    ['rejects a fix dated more than two minutes before its arrival', -121, 'wrong-time'],
    ['rejects a fix dated more than two minutes after its arrival', 121, 'wrong-time'],
  ])('%s', (_behaviour, seconds, reason) => {
    const fix = fixAt(truth, until);
    const checked = checkFixAlone({ ...fix, time: fix.receivedAt / 1000 + seconds }, null);
    expect(checked?.reason ?? null).toBe(reason);
  });

  const first = fixAt(truth, until);
  const next = fixAt(truth, until + 5);

  it.each([
    ['accepts the next position', {}, null],
    ['accepts a move along a meridian', { longitude: first.longitude }, null],
    ['accepts a move along a parallel', { latitude: first.latitude }, null],
    [
      'rejects the same place at a later time',
      { latitude: first.latitude, longitude: first.longitude },
      'frozen',
    ],
    ['rejects another place at the same time', { time: first.time }, 'frozen'],
    ['rejects a latitude that the station does not reach', { latitude: -52.4 }, 'displaced'],
    ['accepts the highest latitude of the station', { latitude: 52.2 }, null],
    [
      'compares with an answer that was received in the same millisecond',
      { ...first, receivedAt: first.receivedAt },
      'frozen',
    ],
    [
      'does not compare with an answer received before the clock was set back',
      { ...first, receivedAt: first.receivedAt - 1 },
      null,
    ],
  ])('%s', (_behaviour, part, reason) => {
    expect(checkFixAlone({ ...next, ...part }, first)?.reason ?? null).toBe(reason);
  });
});

const random = createRandom(12);

describe('classifyFix', () => {
  it('returns `agrees` for true fixes up to three days later', () => {
    for (const ahead of [300, 3600, 86_400, 3 * 86_400]) {
      const { kind, leftKm } = classifyFix(before, fixAt(truth, until + ahead + random()));
      expect(kind).toBe('agrees');
      expect(Math.abs(leftKm)).toBeLessThan(2);
    }
  });

  it('returns `off-time` for a position with a late timestamp and `off-track` for a displaced position', () => {
    const fix = fixAt(truth, until + 300);
    expect(classifyFix(before, { ...fix, time: fix.time + 20 }).kind).toBe('off-time');
    expect(classifyFix(before, { ...fix, time: fix.time + 20 }).aheadSeconds).toBeCloseTo(-20, -1);
    expect(classifyFix(before, { ...fix, latitude: fix.latitude + 0.5 }).kind).not.toBe('agrees');
    expect(classifyFix(before, { ...fix, longitude: -fix.longitude }).kind).toBe('off-track');
  });
});

const eastward = (longitude: number): number => ((longitude + 180) % 360) - 180;

describe('areOnOneOrbit', () => {
  it.each([5, 60, 600, 3600])(
    'accepts two true fixes %d s apart and rejects a displaced one',
    (seconds) => {
      const random = createRandom(seconds);
      for (let k = 0; k < 40; k++) {
        const truth = orbitTruthOf(stationElements[k % 4] ?? stationElements[0]);
        const t = truth.epoch + 86_400 * random();
        const [one, other] = [fixAt(truth, t), fixAt(truth, t + seconds)];
        expect(areOnOneOrbit(one, other)).toBe(true);
        expect(areOnOneOrbit(other, one)).toBe(true);
        const displaced = { ...other, longitude: eastward(other.longitude + 10) };
        expect(areOnOneOrbit(one, displaced)).toBe(false);
      }
    },
  );

  it('contradictsRecentFixes returns a reason only if a fix lies on an orbit with none of the recent fixes', () => {
    const [one, other] = [fixAt(truth, until), fixAt(truth, until + 300)];
    const displaced = { ...other, longitude: eastward(other.longitude + 10) };
    expect(contradictsRecentFixes(other, [])).toBeNull();
    expect(contradictsRecentFixes(other, [displaced, one])).toBeNull();
    expect(contradictsRecentFixes(displaced, [one])).toEqual({
      kind: 'implausible',
      reason: 'displaced',
    });
  });

  it('accepts any two fixes that are more than two hours apart', () => {
    const truth = orbitTruthOf(stationElements[0]);
    const one = fixAt(truth, truth.epoch);
    expect(areOnOneOrbit(one, { ...one, time: one.time + 7201 })).toBe(true);
    expect(areOnOneOrbit(one, { ...one, time: one.time + 7200 })).toBe(false);
  });
});
