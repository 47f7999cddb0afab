import { m } from '#words';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  knownStation,
  orbitView,
  passesFrom,
  berlinObserver,
} from '#renderer-test/station-states.ts';
import { passAt, unreachableFailure } from '#renderer-test/states.ts';
import { setLanguage } from '#shared/language/language.ts';
import { failedRemote } from '#shared/remote.ts';
import { compassInWords } from '#shared/station/sky/compass.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { unknownStation, type Polling } from '#shared/station/station.ts';
import { announcementStageOf } from './pass-announcement.ts';
import {
  dayOfPassInWords,
  findPassNear,
  groupPassesByDay,
  mostlyHiddenInWords,
  visibilityInWords,
} from './pass-words.ts';
import {
  accuracyInWords,
  accuracyTomorrowInWords,
  learningProgress,
  lightInWords,
  orbitEstimateInWords,
  pollingInWords,
} from './station-words.ts';
import { ageInWords, distanceInWords, speedInWords } from './units.ts';

const english = { language: 'en', formats: 'en' } as const;
setLanguage(english);
afterEach(() => {
  vi.unstubAllEnvs();
  setLanguage(english);
});

const start = new Date(2026, 10, 21, 0, 5).getTime();
const passes = passesFrom(start / 1000, berlinObserver);
const [first] = passes;
if (first === undefined) throw new Error('no pass');

describe('the progress of a first orbit', () => {
  const learning = knownStation({
    fixesKept: 3,
    passesUntil: null,
    passesExpectedAt: start + 8 * 60_000,
    polling: { mode: 'learning', everySeconds: 240 },
  });
  const often = { mode: 'learning', everySeconds: 5 } as const;
  const failedFix = failedRemote(learning.fix, unreachableFailure, start);
  it.each([
    ['is the share of 17 minutes that has passed', { passesExpectedAt: start + 510_000 }, 0.5],
    [
      'is the same at a shorter interval',
      { passesExpectedAt: start + 510_000, polling: often },
      0.5,
    ],
    ['is at most 1', { passesExpectedAt: start - 1 }, 1],
    ['is at least 0', { passesExpectedAt: start + 3600_000 }, 0],
    ['is null while the service fails', { fix: failedFix }, null],
    ['is null without an estimate', { passesExpectedAt: null }, null],
    ['is null while paused', { polling: { mode: 'paused', everySeconds: null } }, null],
    ['is null without a place of the user', { observer: null }, null],
  ] as const)('%s', (_what, part, progress) => {
    expect(learningProgress({ ...learning, ...part }, start)).toEqual(progress);
  });
});

describe('passes in words', () => {
  it.each([
    [0, 'north'],
    [22, 'north'],
    [23, 'northeast'],
    [269, 'west'],
    [338, 'north'],
    [360, 'north'],
  ])('call an azimuth of %d° %s', (azimuth, wind) => expect(compassInWords(azimuth)).toBe(wind));

  it.each<[Partial<Pass>, string]>([
    [{ visible: false, reason: 'daylight' }, 'Not visible: in daylight'],
    [{ visible: false, reason: 'in-shadow' }, 'Not visible: in the Earth’s shadow'],
    [{ visible: false, reason: 'too-low' }, 'Not visible: too low while it is lit'],
    [
      { visible: true, reason: null, brightness: { magnitude: -2.49, band: 'jupiter' } },
      'Visible, like Jupiter (magnitude\u00A0−2.5)',
    ],
  ])('describe whether a pass is visible, or why it is not', (changes, words) => {
    expect(visibilityInWords({ ...first, ...changes })).toBe(words);
  });

  it('describe a pass without a known brightness or reason', () => {
    expect(visibilityInWords({ ...first, visible: true, brightness: null })).toBe('Visible');
    expect(visibilityInWords({ ...first, visible: false, reason: null })).toBe('Not visible');
    expect(
      (['in-shadow', 'daylight', 'too-low'] as const).map((reason) => mostlyHiddenInWords(reason)),
    ).toEqual([m.station_mostly_shadow(), m.station_mostly_daylight(), m.station_mostly_low()]);
  });

  it('groups all passes by local day', () => {
    const days = groupPassesByDay(passes, start);
    expect(days.slice(0, 2).map(({ title }) => title)).toEqual(['Today', 'Tomorrow']);
    expect(days.flatMap((day) => day.passes)).toEqual(passes);
    for (const day of days) {
      const dates = day.passes.map(({ rise }) => new Date(rise.t * 1000).toDateString());
      expect(new Set(dates).size).toBe(1);
    }
  });

  it('name the day of a pass in the time zone of the user', () => {
    const names = passes.map((pass) => dayOfPassInWords(pass, start));
    const titles = groupPassesByDay(passes, start).flatMap((day) =>
      day.passes.map(() => day.title),
    );
    expect(names).toEqual(titles);
  });

  it('name tomorrow in the time zone of the user at the end of a month', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    // 1 a.m. on December 1. The passes are on that day, on the next one, and at midnight after it.
    const night = Date.UTC(2026, 10, 30, 16);
    const titles = [22, 25, 46, 47].map((hours) =>
      dayOfPassInWords(passAt(night + hours * 3_600_000, true), night),
    );
    expect(titles).toEqual([
      m.station_today(),
      ...[1, 2].map(() => m.station_tomorrow()),
      'Thursday, December 3',
    ]);
  });

  it('recognises a pass that a new fit has moved', () => {
    expect(findPassNear(passes, first.peak.t + 40)).toBe(first);
    expect(findPassNear(passes, first.peak.t - 3600)).toBeNull();
  });
});

describe('units', () => {
  it.each([
    ['en', '422\u00a0km', '27,580\u00a0km/h'],
    ['en-US', '262\u00a0mi', '17,140\u00a0mph'],
    ['en-GB', '262\u00a0mi', '17,140\u00a0mph'],
    ['en-LR', '262\u00a0mi', '17,140\u00a0mph'],
    ['en-MM', '262\u00a0mi', '17,140\u00a0mph'],
    ['es-US', '262\u00a0mi', '17,140\u00a0mi/h'],
    ['en-CA', '422\u00a0km', '27,580\u00a0km/h'],
    ['en-GB-u-ms-metric', '422\u00a0km', '27,580\u00a0km/h'],
    ['de-DE-u-ms-ussystem', '262\u00a0mi', '17.140\u00a0mi/h'],
    ['de-DE-u-ms-uksystem', '262\u00a0mi', '17.140\u00a0mi/h'],
    ['de-DE', '422\u00a0km', '27.580\u00a0km/h'],
    ['ja-JP', '422\u00a0km', '27,580\u00a0km/h'],
  ])('for %s are %s', (formats, distance, speed) => {
    setLanguage({ language: 'en', formats });
    expect(distanceInWords(421.6)).toBe(distance);
    expect(speedInWords(7.661)).toMatch(speed);
  });

  it.each([
    [0.1, '0.1\u00a0km'],
    [9.94, '9.9\u00a0km'],
    [9.96, '10\u00a0km'],
  ])('write %d km with one decimal place only below ten', (km, words) =>
    expect(distanceInWords(km)).toBe(words),
  );

  it.each([
    [-5_000, '0 sec. ago'],
    [5_000, '5 sec. ago'],
    [59_499, '59 sec. ago'],
    [59_500, '1 min. ago'],
    [125_000, '2 min. ago'],
    [3_599_000, '59 min. ago'],
    [3_600_000, '1 hr. ago'],
    [3 * 3_600_000, '3 hr. ago'],
    [172_799_000, '47 hr. ago'],
    [172_800_000, '2 days ago'],
    [71 * 3_600_000, '2 days ago'],
    [72 * 3_600_000, '3 days ago'],
  ])('write %d ms as %s', (ms, ago) => {
    expect(ageInWords(ms)).toBe(ago);
  });
});

describe('accuracyInWords', () => {
  const known = knownStation();
  const now = Date.now();

  it('shows no figure while the orbit is not known', () => {
    const lost = { ...known, orbit: null, passesUntil: null };
    expect(accuracyInWords(lost, now)).toBe(m.station_accuracy_learning());
    const paused = { mode: 'paused', everySeconds: null } as const;
    expect(accuracyInWords({ ...lost, polling: paused }, now)).toBe('Not known');
    expect(accuracyInWords({ ...known, passesUntil: null }, now)).toBe(
      m.station_accuracy_learning(),
    );
    expect(accuracyTomorrowInWords(lost)).toBeNull();
  });

  it.each([
    [0.01, 'About 0.1\u00a0km'],
    [0.15, 'About 0.3\u00a0km'],
    [6.4, 'About 13\u00a0km'],
  ])('doubles a standard deviation of %d km', (sigmaKmNow, words) => {
    const orbit = orbitView(0, { sigmaKmNow });
    expect(accuracyInWords({ ...known, orbit }, now)).toBe(words);
  });

  it('uses the newest position, and accuracyTomorrowInWords describes the uncertainty in one day', () => {
    const at = { at: 0, latitude: 0, longitude: 0, altitudeKm: 420, over: null };
    const place = { ...at, sigmaKm: 2 };
    expect(accuracyInWords({ ...known, place }, now)).toBe('About 4.0\u00a0km');
    expect(accuracyTomorrowInWords(known)).toBe('About 4.8\u00a0km');
  });
});

describe('orbitEstimateInWords', () => {
  const now = Date.now();
  const learning: Polling = { mode: 'learning', everySeconds: 60 };
  const { observer } = knownStation();
  const placed = { ...unknownStation, observer };
  it.each([
    [6, 'The passes of the next days will be known in about 6 minutes.'],
    [3.2, 'The passes of the next days will be known in about 3 minutes.'],
    [2.5, 'The passes of the next days will be known in about 3 minutes.'],
    [2.4, 'The passes of the next days will be known in a few minutes.'],
    [-1, 'The passes of the next days will be known in a few minutes.'],
  ])('describes %d remaining minutes', (minutes, words) => {
    const station = { ...placed, polling: learning, passesExpectedAt: now + minutes * 6e4 };
    expect(orbitEstimateInWords(station, now)).toBe(words);
  });

  it('contains no time before the first position, and is null when the orbit is known', () => {
    const words = m.station_orbit_learning();
    expect(orbitEstimateInWords({ ...placed, polling: learning }, now)).toBe(words);
    expect(orbitEstimateInWords(knownStation(), now)).toBeNull();
  });

  it('returns null while paused, and without a place of the user', () => {
    const station = { ...placed, polling: learning, passesExpectedAt: now + 6e5 };
    const paused: Polling = { mode: 'paused', everySeconds: null };
    expect(orbitEstimateInWords({ ...station, polling: paused }, now)).toBeNull();
    expect(orbitEstimateInWords({ ...station, observer: null }, now)).toBeNull();
  });
});

describe('pollingInWords', () => {
  it.each<[Polling, string]>([
    [{ mode: 'watched', everySeconds: 5 }, 'Every 5\u00a0s'],
    [{ mode: 'sparse', everySeconds: 300 }, 'Every 5\u00a0min'],
    [{ mode: 'learning', everySeconds: null }, 'Not yet'],
    [{ mode: 'paused', everySeconds: null }, 'Not while paused'],
  ])('describes %o', (polling, words) => expect(pollingInWords(polling)).toBe(words));
});

describe('lightInWords', () => {
  const noon = Date.UTC(2026, 2, 20, 12) / 1000;
  it.each([
    [0, 'Day'],
    [90, 'Day'],
    [92.5, 'Twilight'],
    [107, 'Twilight'],
    [109.3, 'Twilight'],
    [110.3, 'Night'],
    [170, 'Night'],
    [-92, 'Twilight'],
    [-88, 'Day'],
    [-170, 'Night'],
  ])('describes the light at %d° of longitude at noon in Greenwich', (longitude, words) =>
    expect(lightInWords({ latitude: 0, longitude }, noon)).toBe(words),
  );
});

describe('announcementStageOf', () => {
  it.each([
    [1_800_001, null],
    [1_800_000, 30],
    [600_001, 30],
    [600_000, 10],
    [300_001, 10],
    [300_000, 5],
    [60_001, 5],
    [60_000, 1],
    [1, 1],
    [0, 0],
    [-1_000, 0],
  ])('returns the stage at %d ms before a pass: %s', (ms, stage) =>
    expect(announcementStageOf(ms)).toBe(stage),
  );
});
