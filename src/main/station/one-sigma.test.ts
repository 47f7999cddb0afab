import { describe, expect, it } from 'vitest';
import type { Pass } from '#shared/station/sky/pass.ts';
import { flatHorizon } from '#shared/station/sky/local-horizon.ts';
import type { ObserverInUse } from '#shared/station/station.ts';
import { tenPlaces } from '#test/support/ground-truth.ts';
import { movedTruth, pollFixes, createRandom, stationElements } from '#test/support/orbit.ts';
import { orbitAnswer } from '#tools/orbit/answer.ts';
import { eventContentOf } from './calendar/content.ts';
import { newPredictions } from './ledger/ledger-rules.ts';
import { ephemerisOf } from './orbit/ephemeris.ts';
import { fitOrbit } from './orbit/fit.ts';
import { createOrbitView } from './orbit-view.ts';
import { conjunctionsOf } from './sky/conjunctions.ts';
import { transitsOf } from './sky/transits.ts';

const day = 86_400;
const now = Date.UTC(2026, 11, 2) / 1000;
const fit = fitOrbit(
  pollFixes(movedTruth(stationElements[1], now - day), {
    until: now,
    everySeconds: 600,
    count: 145,
    random: createRandom(7),
  }),
);
if (!fit.ok) throw new Error(fit.reason);
const estimate = { orbit: fit.orbit, ephemeris: ephemerisOf(fit.orbit) };
const { ephemeris } = estimate;
const observer: ObserverInUse = { ...(tenPlaces['New York'] ?? expect.fail()), source: 'settings' };

const shownAt = (place: ObserverInUse) =>
  createOrbitView()(now * 1000, {
    estimate,
    observer: place,
    horizon: flatHorizon,
    placeUnder: null,
  });
const shown = shownAt(observer);
const alerts = { enabled: false, leadMinutes: 10, onlyVisible: true, minElevation: 0, quiet: null };
const options = { alerts, isSimulated: false, now: now * 1000 };
const eventOf = (pass: Pass): string =>
  eventContentOf({ kind: 'pass', observer, pass, sigma: pass.timeSigma ?? null }, options)
    .description;

describe('the uncertainty in all views', () => {
  it('is the same number on the map and in the orbit view', () => {
    const sigma = ephemeris.sigmaKm(now);
    expect(shown.place?.sigmaKm).toBe(sigma);
    expect(shown.orbit?.sigmaKmNow).toBe(sigma);
    expect(shown.orbit?.sigmaKmInADay).toBe(ephemeris.sigmaKm(now + day));
  });

  it('is the same number for a pass in the list, the ledger and the command line', () => {
    const { passes } = shown;
    expect(passes.length).toBeGreaterThan(10);
    const sealed = newPredictions(passes, [], observer, estimate, now * 1000);
    const said = orbitAnswer(
      fit.orbit,
      { fixes: '', at: [], observer, from: now, hours: 120 },
      0,
    ).passes;
    for (const pass of passes) {
      const sigma = ephemeris.timeSigma(pass.peak.t);
      expect(pass.timeSigma).toBe(sigma);
      const entry = sealed.find(({ peak }) => Math.abs(peak - pass.peak.t) < 60);
      if (pass.rise.t > now) expect(entry?.sigma).toBeCloseTo(sigma, 3);
      const line = said.find(({ peak }) => Math.abs(peak.t - pass.peak.t) < 60);
      expect(line?.timeSigma).toBeCloseTo(sigma, 1);
    }
  });

  it('is that of the orbit at the time of each transit and conjunction', () => {
    const transits = transitsOf(ephemeris, observer, { from: now, hours: 120, withinKm: 100 });
    const near = Object.values(tenPlaces).flatMap((place) => {
      const { passes } = shownAt({ ...place, source: 'settings' });
      return passes.flatMap((pass) => conjunctionsOf(ephemeris, place, pass));
    });
    expect(transits.length).toBeGreaterThan(0);
    expect(near.length).toBeGreaterThan(0);
    for (const { t, timeSigma } of [...transits, ...near])
      expect(timeSigma).toBe(ephemeris.timeSigma(t));
  });

  it('is doubled in the calendar, which mentions solar storms for times more than a day ahead', () => {
    const soon = shown.passes[0] ?? expect.fail();
    const late = shown.passes.findLast(({ peak }) => peak.t > now + 2 * day) ?? expect.fail();
    const secondsIn = (text: string): number => Number(/±\u00a0([\d.]+)\u00a0s\b/.exec(text)?.[1]);
    for (const pass of [soon, late]) {
      const sigma = ephemeris.timeSigma(pass.peak.t);
      expect(Math.abs(secondsIn(eventOf(pass)) - 2 * sigma)).toBeLessThan(0.55);
    }
    expect(eventOf(soon)).not.toContain('solar storm');
    expect(eventOf(late)).toContain('; in a solar storm, less well.');
  });
});
