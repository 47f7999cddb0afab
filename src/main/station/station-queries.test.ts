import { m } from '#words';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { anyState, noonMs, observerAtNoon, passAt } from '#test/support/any-state.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { setLanguage } from '#shared/language/language.ts';
import { failedRemote, idleRemote, readyRemote } from '#shared/remote.ts';
import type { AppState } from '#shared/state.ts';
import { samplePath } from '#shared/station/sky/sampled-path.ts';
import { earthFixedOf } from '#shared/station/sky/earth.ts';
import type { QueryOptions } from '#runtime/query.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { unknownStation, type ObserverInUse, type Station } from '#shared/station/station.ts';
import { passesAnswer } from './passes-answer.ts';
import { positionAnswer } from './position-answer.ts';
import { stationAnswerSchemas, stationQueries } from './station-queries.ts';
import { transitsAnswer } from './transits-answer.ts';

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const all: QueryOptions = { days: null, visible: false };
const observer: ObserverInUse = {
  latitude: 52.5,
  longitude: observerAtNoon.longitude,
  altitude: 0,
  source: 'guess',
};
const live = { source: 'live', simulated: false } as const;
const stateOf = (station: Partial<Station>, part: Partial<AppState> = {}): AppState => ({
  ...emptyContent,
  revision: 1,
  services: live,
  station: { ...unknownStation, observer, passesUntil: noonMs + 5 * dayMs, ...station },
  ...part,
});
const schemas = stationAnswerSchemas();
const queries = stationQueries({ findTransits: () => Promise.resolve() });

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

/** A visible pass that begins `minutes` after noon. */
const visibleAt = (minutes: number): Pass =>
  passAt(minutes, {
    visible: true,
    reason: null,
    visibleFrom: noonMs / 1000 + minutes * 60,
    visibleTo: noonMs / 1000 + (minutes + 4) * 60,
    brightness: { magnitude: -3.14, band: 'jupiter' },
    timeSigma: 1.25,
  });

describe('the answer with the passes', () => {
  // One pass is over, one is in progress, one is hidden, one is tomorrow, one in four days.
  const passes = [
    passAt(-30),
    passAt(-5),
    passAt(60),
    // Begins within a day, and ends later.
    visibleAt(24 * 60 - 2),
    visibleAt(4 * 24 * 60),
  ];
  const minutes = (state: AppState, options = all): number[] =>
    passesAnswer(state, noonMs, options).passes.map(
      ({ from }) => (Date.parse(from) - noonMs) / 60_000,
    );

  it.each([
    ['all passes that are not over', all, [-5, 60, 1438, 5760]],
    ['the passes of a day', { days: 1, visible: false }, [-5, 60, 1438]],
    ['the visible passes', { days: null, visible: true }, [1438, 5760]],
    ['the visible passes of a day', { days: 1, visible: true }, [1438]],
  ])('contains %s', (_what, options, expected) => {
    expect(minutes(stateOf({ passes }), options)).toEqual(expected);
  });

  it('matches its schema, with times in UTC and rounded figures', () => {
    const known = visibleAt(30);
    const peak = { ...known.peak, azimuth: 269.6, elevation: 67.24, rangeKm: 500.4 };
    const answer = passesAnswer(stateOf({ passes: [{ ...known, peak }] }), noonMs + 400, all);
    expect(schemas.passes.parse(answer)).toEqual(answer);
    const at = (minute: number): string =>
      new Date(noonMs + minute * 60_000).toISOString().replace('.000', '');
    expect(answer).toMatchObject({
      version: 1,
      at: at(0),
      simulated: false,
      until: new Date(noonMs + 5 * dayMs).toISOString().replace('.000', ''),
      place: { latitude: 52.5, longitude: observer.longitude, source: 'guess' },
      unknown: null,
    });
    const { seen, ...pass } = answer.passes[0] ?? expect.fail();
    const end = { at: at(34), azimuth: 270, elevation: 65.1 };
    expect(seen).toEqual({
      from: { at: at(30), azimuth: 270, elevation: 0 },
      top: end,
      to: end,
    });
    expect(pass).toEqual({
      from: at(30),
      to: at(34),
      visible: true,
      reason: null,
      brightness: { magnitude: -3.1, band: 'jupiter' },
      rise: { at: at(30), azimuth: 270 },
      peak: { at: at(35), azimuth: 270, elevation: 67.2, rangeKm: 500 },
      set: { at: at(40), azimuth: 270 },
      timeSigmaSeconds: 1.3,
    });
  });

  it('has azimuths from 0 to 359 and no −0', () => {
    const pass = visibleAt(30);
    const north = { ...pass.rise, azimuth: 359.7 };
    const brightness = { magnitude: -0.04, band: 'vega' } as const;
    const passes = [{ ...pass, seen: { rise: north, set: north }, brightness }];
    const [answer] = passesAnswer(stateOf({ passes }), noonMs, all).passes;
    expect([answer?.rise.azimuth, answer?.set.azimuth]).toEqual([0, 0]);
    expect(answer?.brightness?.magnitude).toBe(0);
  });

  it.each<[string, Partial<Station>, RegExp]>([
    ['without a place', { observer: null }, /once you set your place/i],
    [
      'while the service fails',
      { passesUntil: null, fix: failedRemote(idleRemote, { kind: 'offline', reason: 'dns' }, 1) },
      /./,
    ],
    ['while the orbit is unknown', { passesUntil: null }, /orbit|learn|known/i],
  ])('contains no passes %s, and gives the reason', (_why, station, reason) => {
    const state = stateOf({ passes, ...station });
    const answer = passesAnswer(state, noonMs, all);
    expect(answer).toMatchObject({ until: null, passes: [] });
    expect(answer.unknown).toMatch(reason);
    expect(queries.passes.answer(state, noonMs, all).text).toBe(answer.unknown);
  });

  it('contains a text with one line for each pass, and one line for a status bar', () => {
    const { text, line } = queries.passes.answer(stateOf({ passes }), noonMs, all);
    const lines = text.split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^Now: /);
    expect(line).toBe(lines[0]);
    const none = queries.passes.answer(stateOf({ passes: [passAt(60)] }), noonMs, {
      days: 2,
      visible: true,
    });
    expect(none.text).toBe(m.forecast_none_days({ count: 2 }));
  });

  it('labels simulated data in its text', () => {
    const services = { source: 'embedded', simulated: true } as const;
    const state = stateOf({ passes }, { services });
    const { text, line, content } = queries.passes.answer(state, noonMs, all);
    expect(text).toMatch(/^Demo data: not real/);
    expect(line).toMatch(/^Demo data: /);
    expect(content).toMatchObject({ simulated: true });
  });
});

const transit: Transit = {
  body: 'sun',
  t: noonMs / 1000 + 3600,
  seconds: 0.647,
  azimuth: 181.6,
  elevation: 20.04,
  discRadius: 0.27,
  separation: 0.9,
  rangeKm: 900,
  silhouette: 30,
  stand: { latitude: 52.60006, longitude: observer.longitude + 0.00006 },
  distanceKm: 11.12,
  halfWidthKm: 3.34,
  chord: { t: noonMs / 1000 + 3600, right: 0.9, up: 0, rightRate: 0, upRate: 0.9 },
  line: [],
  path: [],
  lineSigmaKm: 0.44,
  timeSigma: 0.54,
  goodAt: null,
};

describe('the answer with the transits', () => {
  const known = (list: Transit[]) => stateOf({ transits: { list, until: noonMs + 14 * dayMs } });

  it('leaves out transits that are over, and matches its schema', () => {
    const over = { ...transit, t: noonMs / 1000 - 1 };
    const answer = transitsAnswer(known([over, transit]), noonMs);
    expect(schemas.transits.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({ withinKm: 30, unknown: null });
    expect(answer.until).toBe(new Date(noonMs + 14 * dayMs).toISOString().replace('.000', ''));
    expect(answer.transits).toEqual([
      {
        ...{ body: 'sun', at: new Date(noonMs + hourMs).toISOString().replace('.000', '') },
        ...{ seconds: 0.65, azimuth: 182, elevation: 20, fromHere: false },
        stand: { latitude: 52.6001, longitude: observer.longitude + 0.0001 },
        ...{ distanceKm: 11.1, halfWidthKm: 3.3, lineSigmaKm: 0.4, timeSigmaSeconds: 0.5 },
        goodAt: null,
      },
    ]);
  });

  it('contains the search distance in its text if no transit is ahead', () => {
    const over = { ...transit, t: noonMs / 1000 };
    expect(queries.transits.answer(known([over]), noonMs).text).toBe(
      m.sky_transits_none({ km: '30\u00a0km' }),
    );
  });

  it('contains the time from which the line is known well only while that time is ahead', () => {
    const goodAtOf = (seconds: number) =>
      transitsAnswer(known([{ ...transit, goodAt: noonMs / 1000 + seconds }]), noonMs).transits[0]
        ?.goodAt;
    expect(goodAtOf(60)).toBe(new Date(noonMs + 60_000).toISOString().replace('.000', ''));
    expect(goodAtOf(0)).toBeNull();
  });

  it('contains no transits before the search, and gives the reason', () => {
    const answer = transitsAnswer(stateOf({}), noonMs);
    expect(answer).toMatchObject({ until: null, transits: [] });
    expect(answer.unknown).toMatch(/^Transits are known once/);
    const placeless = { ...known([transit]).station, observer: null };
    for (const state of [stateOf({}), stateOf(placeless)])
      expect(queries.transits.answer(state, noonMs).text).toBe(m.sky_transits_unknown());
  });

  it('contains the warning if the observer looks at the Sun', () => {
    const { text, line } = queries.transits.answer(known([transit]), noonMs);
    expect(line).toMatch(/ · In front of the Sun · 0\.6\ss\. Go 11\u00a0km to the north\.$/);
    expect(text).toContain('\nNever look at the Sun');
    const moon = { ...transit, body: 'moon', separation: 0.1 } as const;
    const ofMoon = queries.transits.answer(known([moon]), noonMs).text;
    expect(ofMoon).toMatch(
      /In front of the Moon .* Seen from where you are\. The center line is 11\u00a0km to the north\.$/,
    );
  });

  it('is prepared by one call of `findTransits`', async () => {
    let searches = 0;
    const { transits } = stationQueries({
      findTransits() {
        searches += 1;
        return Promise.resolve();
      },
    });
    await transits.prepare();
    expect(searches).toBe(1);
  });
});

describe('the answer with the position', () => {
  const place = { at: noonMs - 50_000, latitude: 0, longitude: 0, altitudeKm: 400, sigmaKm: 1.04 };
  const placed = { ...place, over: 'over Brazil' };
  // A path to the east along the equator, one degree in 15 s.
  const path = samplePath(
    (t) => earthFixedOf({ latitude: 0, longitude: (t - noonMs / 1000) / 15 }, 420.06),
    noonMs / 1000 - 3600,
    noonMs / 1000 + 3600,
    20,
  );
  const orbit = {
    path,
    computedAt: noonMs,
    fittedAt: noonMs,
    fixes: 1,
    spanHours: 1,
    rmsKm: 1,
    sigmaKmNow: 1,
    sigmaKmInADay: 1,
    reading: 'geocentric',
  } as const;

  it('contains the position at the time of the answer', () => {
    const answer = positionAnswer(stateOf({ place: placed, orbit }), noonMs + 30_700);
    expect(schemas.position.parse(answer)).toEqual(answer);
    expect(answer.position).toMatchObject({
      at: answer.at,
      latitude: 0,
      longitude: 2.0467,
      altitudeKm: 420.1,
      sigmaKm: 1,
      source: 'orbit',
    });
  });

  it('contains the last computed position outside of the path, and the last fix if no orbit is known', () => {
    for (const hours of [3, -3]) {
      const late = positionAnswer(stateOf({ place: placed, orbit }), noonMs + hours * hourMs);
      expect(late.position).toMatchObject({ longitude: 0, altitudeKm: 400 });
      expect(Date.parse(late.position?.at ?? '')).toBe(placed.at);
    }
    const fix = readyRemote(
      { time: noonMs / 1000, latitude: 1.23456, longitude: 2.34567, receivedAt: 1 },
      1,
    );
    expect(positionAnswer(stateOf({ fix }), noonMs)).toMatchObject({
      unknown: null,
      position: { latitude: 1.2346, longitude: 2.3457, altitudeKm: null, source: 'service' },
    });
  });

  it('changes with the computed position, without it with the last fix, and before with the polling', () => {
    const last = { time: 1, latitude: 1, longitude: 2, receivedAt: 1 };
    const [fix, { polling }] = [readyRemote(last, 1), unknownStation];
    const { follows } = queries.position;
    expect(follows(stateOf({ place: placed, fix, polling }))).toBe(placed);
    expect(follows(stateOf({ fix, polling }))).toBe(last);
    expect(follows(stateOf({ polling }))).toBe(polling);
  });

  it('contains no position before the first fix, and gives the reason', () => {
    const answer = positionAnswer(stateOf({}), noonMs);
    expect(answer).toMatchObject({ position: null, unknown: m.forecast_waiting() });
    expect(queries.position.answer(stateOf({}), noonMs).text).toBe(answer.unknown);
  });

  it('contains height and uncertainty in its text', () => {
    const { text, line } = queries.position.answer(stateOf({ place: placed, orbit }), noonMs);
    expect(text).toMatch(
      /^Station: 0\.0°\u00a0N\u00a00\.0°\u00a0E, over Brazil \(.*\)\nHeight: 420\.1\u00a0km\. The position is known to ±\u00a02\u00a0km\.$/,
    );
    expect(line).toBe(text.split('\n')[0]);
    const precise = { ...placed, sigmaKm: 0.01 };
    expect(queries.position.answer(stateOf({ place: precise, orbit }), noonMs).text).toMatch(
      /known to ±\u00a00\.1\u00a0km\.$/,
    );
  });
});

it('stationQueries return answers that match their schemas and are the same in each language, for any state', () => {
  fc.assert(
    fc.property(anyState, fc.constantFrom('de', 'ja', 'fr', 'es'), (state, language) => {
      const make = () => [
        passesAnswer(state, noonMs, all),
        transitsAnswer(state, noonMs),
        positionAnswer(state, noonMs),
      ];
      const [passes, transits, position] = make();
      expect(schemas.passes.parse(passes)).toEqual(passes);
      expect(schemas.transits.parse(transits)).toEqual(transits);
      expect(schemas.position.parse(position)).toEqual(position);
      setLanguage({ language, formats: language });
      expect(make()).toEqual([passes, transits, position]);
      setLanguage({ language: 'en', formats: 'en' });
    }),
  );
});
