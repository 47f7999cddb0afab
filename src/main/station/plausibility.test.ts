import { describe, expect, it } from 'vitest';
import { fixAt, poll, randomOf, stationElements, truthOf } from '#test/support/orbit.ts';
import { ephemerisOf } from './orbit/ephemeris.ts';
import { fitOrbit } from './orbit/fit.ts';
import { flawBeside } from './plausibility.ts';

const minute = 60;
const truth = truthOf(stationElements[2]);
const until = truth.epoch + 30_000;
const fixes = poll(truth, { until, everySeconds: 300, count: 60, random: randomOf(11) });
const learned = fitOrbit(fixes);
if (!learned.ok) throw new Error(learned.reason);
const before = learned.orbit;

/** What is said of a fix that is learned from, and how sure the orbit is then. */
function after(fix: ReturnType<typeof fixAt>) {
  const next = fitOrbit([...fixes, fix], before);
  if (!next.ok) throw new Error(next.reason);
  const reason = flawBeside(fix, before, next.orbit)?.reason ?? null;
  return { reason, sigmaKm: ephemerisOf(next.orbit).sigmaKm(fix.time) };
}

describe('flawBeside', () => {
  it.each([
    ['4 minutes', 4],
    ['9 minutes', 9],
    ['an hour', 60],
  ])('calls a place of %s ago frozen, and the orbit stays sure of itself', (_name, minutes) => {
    const now = until + minutes * minute;
    const { reason, sigmaKm } = after({ ...fixAt(truth, until), time: now });
    expect(reason).not.toBeNull();
    expect(sigmaKm).toBeLessThan(5);
  });

  it('calls a timestamp that lags behind by minutes wrong', () => {
    const lagging = fixAt(truth, until + 9 * minute);
    expect(after({ ...lagging, time: lagging.time - 4 * minute }).reason).toBe('wrong-time');
  });

  it('takes a few seconds for what may be a manoeuvre, and the orbit is less sure', () => {
    const late = fixAt(truth, until + 5 * minute);
    const { reason, sigmaKm } = after({ ...late, time: late.time + 8 });
    expect(reason).toBeNull();
    expect(sigmaKm).toBeGreaterThan(20);
  });
});
