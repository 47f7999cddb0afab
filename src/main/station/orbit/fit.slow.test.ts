import { describe, expect, it } from 'vitest';
import {
  truthWithBurn,
  fixAt,
  horizontalKm,
  pollFixes,
  createRandom,
  stationElements,
  orbitTruthOf,
  type OrbitTruth,
} from '#test/support/orbit.ts';
import { fittedOrbitSchema, type FittedOrbit } from '#shared/station/orbit.ts';
import { placeBelow } from '#shared/station/sky/earth.ts';
import type { Fix } from '#shared/station/station.ts';
import { geodeticLatitude } from './frames.ts';
import { ephemerisOf } from './ephemeris.ts';
import { fitOrbit, type FitResult } from './fit.ts';

const minute = 60;
const hour = 3600;

function orbitOf(result: FitResult): FittedOrbit {
  if (!result.ok) throw new Error(result.reason);
  return result.orbit;
}

const errorKm = (truth: OrbitTruth, orbit: FittedOrbit, t: number): number =>
  horizontalKm(truth.earthFixed(t), ephemerisOf(orbit).earthFixed(t));

/** A true orbit and fixes of it; the same seed gives the same orbit and random numbers. */
function start(seed: number, everySeconds: number, count: number) {
  const random = createRandom(seed);
  const truth = orbitTruthOf(stationElements[seed % 4] ?? stationElements[0]);
  const until = truth.epoch + random() * 86_400;
  return { truth, until, random, fixes: pollFixes(truth, { until, everySeconds, count, random }) };
}

describe('fitOrbit, without a previous orbit', () => {
  it.each([
    ['one a minute, 95 min', 60, 96, 0.6, 9],
    ['one in 5 min, 3 h 10', 300, 39, 1.5, 9],
    ['one in 10 min, 24 h', 600, 145, 0.7, 2],
  ])('predicts ten minutes and a day ahead: %s', (_name, everySeconds, count, soonKm, dayKm) => {
    for (let seed = 0; seed < 6; seed++) {
      const { truth, until, fixes } = start(seed, everySeconds, count);
      const orbit = orbitOf(fitOrbit(fixes));
      expect(orbit).toMatchObject({ rejected: 0, reading: 'geocentric', timing: 'floored' });
      expect(errorKm(truth, orbit, until + 10 * minute)).toBeLessThan(soonKm);
      expect(errorKm(truth, orbit, until + 24 * hour)).toBeLessThan(dayKm);
    }
  });

  it('states a correct uncertainty, even after ten minutes of fixes', () => {
    let inside = 0;
    for (let seed = 0; seed < 30; seed++) {
      const { truth, until, fixes } = start(seed, seed % 2 === 0 ? 60 : 300, 10 + (seed % 3) * 12);
      const orbit = orbitOf(fitOrbit(fixes));
      const t = until + 30 * minute;
      if (errorKm(truth, orbit, t) < 2 * ephemerisOf(orbit).sigmaKm(t)) inside += 1;
    }
    expect(inside).toBeGreaterThanOrEqual(27);
  });

  it('returns plain data that the schema reads back', () => {
    const orbit = orbitOf(fitOrbit(start(1, 300, 20).fixes));
    expect(fittedOrbitSchema.parse(JSON.parse(JSON.stringify(orbit)))).toEqual(orbit);
  });

  it('ignores the order of the fixes', () => {
    const { fixes } = start(2, 300, 20);
    expect(fitOrbit(fixes.toReversed())).toEqual(fitOrbit(fixes));
  });
});

describe('fitOrbit, with wrong or unusual answers', () => {
  it('rejects outliers', () => {
    const { truth, until, fixes, random } = start(3, 300, 39);
    const wild = fixes.map((fix, k): Fix =>
      k % 10 === 4
        ? { ...fix, latitude: random() * 100 - 50, longitude: random() * 300 - 150 }
        : fix,
    );
    const orbit = orbitOf(fitOrbit(wild));
    expect(orbit.rejected).toBe(4);
    expect(errorKm(truth, orbit, until + 10 * minute)).toBeLessThan(1);
  });

  it('rejects a fix 200 m beside the track and accepts fixes up to half a second early or late', () => {
    const { fixes } = start(3, 300, 39);
    const beside = fixes.map((fix, k) =>
      // Shifted in both coordinates, because a shift along the track would not move the fix off the track.
      k === 20 ? { ...fix, latitude: fix.latitude - 0.002, longitude: fix.longitude + 0.002 } : fix,
    );
    expect(orbitOf(fitOrbit(beside)).rejected).toBe(1);
    expect(orbitOf(fitOrbit(fixes)).rejected).toBe(0);
  });

  // Answers by the element sets that were published for 17 January, 20 February and 9 March 2023.
  it.each([
    [
      '17 January',
      [
        [1_673_988_047.5, -39.296637, 146.0202],
        [1_673_991_647.5, 48.988751, 25.8822],
        [1_673_995_247.5, -16.482557, -118.0548],
        [1_673_998_846.5, -24.448735, 81.1277],
      ],
    ],
    [
      '20 February',
      [
        [1_676_894_776.5, 11.269487, 25.7038],
        [1_676_898_375.5, 29.108285, -134.5272],
        [1_676_901_976.5, -51.777522, 92.3306],
        [1_676_905_576.5, 29.430748, -37.3862],
      ],
    ],
    [
      '9 March',
      [
        [1_678_342_016.5, 42.259635, -109.2028],
        [1_678_345_617.5, -47.140456, 131.8857],
        [1_678_349_216.5, 12.906876, -15.733],
        [1_678_352_816.5, 27.448809, -176.4454],
      ],
    ],
  ])(
    'finds an orbit from four hourly fixes that come from several element sets: %s',
    (_day, given) => {
      const fixes = given.map(([time = 0, latitude = 0, longitude = 0]) => ({
        ...{ time, latitude, longitude },
        receivedAt: time * 1000,
      }));
      const orbit = orbitOf(fitOrbit(fixes));
      expect(orbit.elements.inclination).toBeCloseTo(51.64, 1);
      expect(orbit.count).toBeGreaterThanOrEqual(3);
    },
  );

  it('recognises a service that sends geodetic latitudes', () => {
    for (const count of [6, 39]) {
      const { truth, until, fixes } = start(4, 300, count);
      const geodetic = fixes.map((fix) => {
        const { latitude } = placeBelow(truth.earthFixed(fix.receivedAt / 1000));
        return { ...fix, latitude: geodeticLatitude(Number(latitude.toFixed(4))) };
      });
      const orbit = orbitOf(fitOrbit(geodetic));
      expect(orbit.reading).toBe('geodetic');
      if (count > 6) expect(errorKm(truth, orbit, until)).toBeLessThan(1);
    }
  });

  it('recognises a service that computes each position at the same fraction of a second', () => {
    const { truth, until } = start(5, 300, 1);
    const fixes = Array.from({ length: 30 }, (_, k) =>
      fixAt(truth, Math.floor(until) - k * 300 + 0.5),
    );
    const orbit = orbitOf(fitOrbit(fixes));
    expect(orbit.timing).toBe('even');
    expect(errorKm(truth, orbit, until + 10 * minute)).toBeLessThan(0.2);
  });

  it('fits a new orbit after a burn, and reports the burn once half a day of fixes confirms it', () => {
    const { truth, until, fixes, random } = start(6, 300, 160);
    const before = orbitOf(fitOrbit(fixes));
    // 2 m/s along the track raise the orbit: the mean motion falls, the altitude at the burn stays.
    const { elements } = before;
    const u = (elements.argumentOfLatitude * Math.PI) / 180;
    const boosted = ephemerisOf({
      ...before,
      elements: {
        ...elements,
        meanMotion: elements.meanMotion * (1 - 0.006 / 7.66),
        eccentricityX: elements.eccentricityX + (0.004 / 7.66) * Math.cos(u),
        eccentricityY: elements.eccentricityY + (0.004 / 7.66) * Math.sin(u),
      },
    });
    const after: OrbitTruth = { epoch: truth.epoch, earthFixed: boosted.earthFixed };
    const all = [...fixes];
    let orbit = before;
    for (let k = 1; k <= 18; k++) {
      all.push(fixAt(after, until + k * 300 + random()));
      orbit = orbitOf(fitOrbit(all, orbit));
    }
    expect(orbit.burn).toBeNull();
    for (let k = 19; k <= 160; k++) all.push(fixAt(after, until + k * 300 + random()));
    const { burn } = orbitOf(fitOrbit(all, orbit));
    expect(Math.abs((burn?.to ?? 0) - until)).toBeLessThan(40 * minute);
    // The burn began after the last fix of the old orbit.
    expect(Math.abs((burn?.from ?? 0) - until)).toBeLessThan(40 * minute);
    expect(burn?.from).toBeLessThanOrEqual(burn?.to ?? 0);
    all.length = fixes.length + 18;
    const t = until + 100 * minute;
    expect(errorKm(after, orbit, t)).toBeLessThan(2.5 * ephemerisOf(orbit).sigmaKm(t));
    expect(errorKm(after, orbit, t)).toBeLessThan(3);
    // Without a previous orbit the newer orbit is found as well.
    expect(errorKm(after, orbitOf(fitOrbit(all)), t)).toBeLessThan(3);
  });

  it('states a correct uncertainty through a burn, and finds the new orbit within 100 minutes', () => {
    const shares: boolean[] = [];
    for (let seed = 0; seed < 8; seed++) {
      const random = createRandom(seed);
      const lines = stationElements[seed % 4] ?? stationElements[0];
      const truth = truthWithBurn(lines, 0.3 + 2 * random(), random);
      const until = truth.epoch - 100;
      const fixes = pollFixes(truth, { until, everySeconds: 300, count: 40, random });
      let orbit = orbitOf(fitOrbit(fixes));
      for (let k = 1; k <= 24; k++) {
        const t = until + 300 * k + random();
        fixes.push(fixAt(truth, t));
        orbit = orbitOf(fitOrbit(fixes, orbit));
        const error = errorKm(truth, orbit, t + 10 * minute);
        shares.push(error < 2 * ephemerisOf(orbit).sigmaKm(t + 10 * minute));
        // After 100 minutes the position is known again.
        if (k > 20) expect(error).toBeLessThan(5);
      }
    }
    const inside = shares.filter(Boolean).length / shares.length;
    expect(inside).toBeGreaterThan(0.8);
  }, 300_000);

  it('follows a burn of 0.3 m/s after three hours, although several old element sets fit the fixes', () => {
    for (let seed = 0; seed < 8; seed++) {
      const random = createRandom(seed);
      const truth = truthWithBurn(stationElements[seed % 4] ?? stationElements[0], 0.3, random);
      const until = truth.epoch + 3.5 * hour;
      const fixes = pollFixes(truth, { until, everySeconds: 5 * minute, count: 114, random });
      const first = orbitOf(fitOrbit(fixes.slice(0, 72)));
      const orbit = fixes
        .slice(72)
        .reduce((known, _, k) => orbitOf(fitOrbit(fixes.slice(0, 73 + k), known)), first);
      expect(errorKm(truth, orbit, until + 10 * minute)).toBeLessThan(2);
    }
  });

  it('increases the uncertainty while the two newest fixes contradict the orbit', () => {
    const { until, fixes, truth, random } = start(7, 300, 100);
    const sure = orbitOf(fitOrbit(fixes));
    const late = [300, 600].map((ahead) => ({
      ...fixAt(truth, until + ahead + random()),
      time: Math.floor(until + ahead) - 8.5,
    }));
    const unsure = orbitOf(fitOrbit([...fixes, ...late], sure));
    expect(unsure).toMatchObject({ burn: null, rejected: 2 });
    expect(unsure.doubtKm).toBeGreaterThan(5);
    expect(ephemerisOf(unsure).sigmaKm(until + 900)).toBeGreaterThan(5);
  });
});

describe('fitOrbit, from a previous orbit', () => {
  it('returns the same orbit as a fit without a previous orbit', () => {
    const { until, fixes } = start(8, 600, 100);
    const earlier = orbitOf(fitOrbit(fixes.slice(0, -6)));
    const cold = ephemerisOf(orbitOf(fitOrbit(fixes)));
    const warm = ephemerisOf(orbitOf(fitOrbit(fixes, earlier)));
    const t = until + 24 * hour;
    expect(horizontalKm(cold.earthFixed(t), warm.earthFixed(t))).toBeLessThan(0.05);
  });

  it('keeps its orbit while the service sends positions of another orbit for two hours, and gives it up after four', () => {
    const { until, fixes, truth, random } = start(10, 600, 100);
    const known = orbitOf(fitOrbit(fixes));
    const other = orbitTruthOf(stationElements[3]);
    // The other orbit has another plane: its positions at times of another day.
    const shift = other.epoch - until + 9 * hour;
    const away: OrbitTruth = { ...other, earthFixed: (t) => other.earthFixed(t + shift) };
    const all = [...fixes];
    let orbit = known;
    const receive = (seconds: number): void => {
      all.push(fixAt(away, until + seconds + random()));
      orbit = orbitOf(fitOrbit(all, orbit));
    };
    for (let k = 1; k <= 12; k++) receive(600 * k);
    expect(errorKm(truth, orbit, until + 2 * hour)).toBeLessThan(20);
    for (let k = 13; k <= 24; k++) receive(600 * k);
    expect(errorKm(away, orbit, until + 4 * hour)).toBeLessThan(20);
  });

  it('accepts a new fix after three days without fixes', () => {
    const { truth, until, fixes } = start(9, 600, 100);
    const old = orbitOf(fitOrbit(fixes));
    const back = until + 72 * hour;
    const orbit = orbitOf(fitOrbit([...fixes, fixAt(truth, back)], old));
    expect(orbit.rejected).toBe(0);
    expect(ephemerisOf(orbit).sigmaKm(back + hour)).toBeLessThan(ephemerisOf(old).sigmaKm(back));
    expect(errorKm(truth, orbit, back + hour)).toBeLessThan(6);
  });
});

describe('fitOrbit, with too few or contradicting fixes', () => {
  const { fixes, random, until } = start(10, 60, 40);
  it.each<[string, Fix[], string]>([
    ['no fixes', [], 'too-few'],
    ['two fixes', fixes.slice(0, 2), 'too-few'],
    [
      'the same fix repeated',
      fixes.map(() => fixes[0] ?? fixAt(orbitTruthOf(stationElements[0]), 0)),
      'too-few',
    ],
    [
      'a station that does not move',
      fixes.map((fix) => ({ ...fix, latitude: 20, longitude: 30 })),
      'contradictory',
    ],
    [
      'random places',
      fixes.map((_, k) => ({
        time: until - k * 300,
        latitude: random() * 100 - 50,
        longitude: random() * 360 - 180,
        receivedAt: 0,
      })),
      'contradictory',
    ],
    [
      'random places, one an hour',
      fixes.slice(0, 8).map((_, k) => ({
        time: until - k * hour,
        latitude: random() * 100 - 50,
        longitude: random() * 360 - 180,
        receivedAt: 0,
      })),
      'contradictory',
    ],
    [
      'random places, one a day',
      fixes.slice(0, 8).map((_, k) => ({
        time: until - k * 86_400,
        latitude: random() * 100 - 50,
        longitude: random() * 360 - 180,
        receivedAt: 0,
      })),
      'too-rare',
    ],
  ])('refuses %s', (_name, given, reason) => {
    expect(fitOrbit(given)).toEqual({ ok: false, reason });
  });
});
