import { describe, expect, it } from 'vitest';
import { knownStation, orbitView, passesFrom, berlin } from '../../test/station-states.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Polling } from '#shared/station/station.ts';
import { byDay, compassOf, passNear, sightInWords } from './pass-words.ts';
import { certaintyInWords, pollingInWords } from './station-words.ts';

const start = new Date(2026, 10, 21, 0, 5).getTime();
const passes = passesFrom(start / 1000, berlin);
const [first] = passes;
if (first === undefined) throw new Error('no pass');

describe('passes in words', () => {
  it.each([
    [0, 'north'],
    [22, 'north'],
    [23, 'north-east'],
    [269, 'west'],
    [338, 'north'],
    [360, 'north'],
  ])('calls %d° %s', (azimuth, wind) => expect(compassOf(azimuth)).toBe(wind));

  it.each<[Partial<Pass>, string]>([
    [{ visible: false, reason: 'daylight' }, 'not visible: in daylight'],
    [{ visible: false, reason: 'in-shadow' }, 'not visible: in the Earth’s shadow'],
    [{ visible: false, reason: 'too-low' }, 'not visible: too low while it is lit'],
    [
      { visible: true, reason: null, brightness: { magnitude: -4, band: 'brilliant' } },
      'visible, brilliant, like Venus',
    ],
  ])('says whether it is to be seen, and why not', (changes, words) => {
    expect(sightInWords({ ...first, ...changes })).toBe(words);
  });

  it('groups all passes by local day', () => {
    const days = byDay(passes, start);
    expect(days.slice(0, 2).map(({ title }) => title)).toEqual(['Today', 'Tomorrow']);
    expect(days.flatMap((day) => day.passes)).toEqual(passes);
    for (const day of days) {
      const dates = day.passes.map(({ rise }) => new Date(rise.t * 1000).toDateString());
      expect(new Set(dates).size).toBe(1);
    }
  });

  it('recognises a pass that a new fit has moved', () => {
    expect(passNear(passes, first.peak.t + 40)).toBe(first);
    expect(passNear(passes, first.peak.t - 3600)).toBeNull();
  });
});

describe('certaintyInWords', () => {
  const known = knownStation();
  const now = Date.now();

  it('shows no figure while the orbit is not known', () => {
    const lost = { ...known, orbit: null, passesUntil: null };
    expect(certaintyInWords(lost, now)).toBe('learning the orbit');
    const paused = { mode: 'paused', everySeconds: null } as const;
    expect(certaintyInWords({ ...lost, polling: paused }, now)).toBe('not known');
    expect(certaintyInWords({ ...known, passesUntil: null }, now)).toBe('learning the orbit');
  });

  it.each([
    [0.01, '± 0.1 km'],
    [0.15, '± 0.3 km'],
    [6.4, '± 13 km'],
  ])('says two sigma of %d km', (sigmaKmNow, words) => {
    const orbit = orbitView(0, { sigmaKmNow });
    expect(certaintyInWords({ ...known, orbit }, now)).toBe(words);
  });

  it('uses the newest place', () => {
    const at = { at: 0, latitude: 0, longitude: 0, altitudeKm: 420, over: null };
    const place = { ...at, sigmaKm: 2 };
    expect(certaintyInWords({ ...known, place }, now)).toBe('± 4.0 km');
    const polling = { mode: 'learning', everySeconds: 60 } as const;
    expect(certaintyInWords({ ...known, place, polling }, now)).toBe('± 4.0 km, still learning');
  });
});

describe('pollingInWords', () => {
  it.each<[Polling, string]>([
    [{ mode: 'watched', everySeconds: 5 }, 'every 5 s, while you look'],
    [{ mode: 'learning', everySeconds: 60 }, 'every 1 min, to learn the orbit'],
    [{ mode: 'sparse', everySeconds: 300 }, 'every 5 min'],
    [{ mode: 'paused', everySeconds: null }, 'not at all: paused'],
  ])('says %o', (polling, words) => expect(pollingInWords(polling)).toBe(words));
});
