import { m } from '#words';
import { describe, expect, it } from 'vitest';
import type { Evening } from '#shared/station/sky/evening.ts';
import { eveningFacts } from './evening-facts.ts';

const noon = Date.UTC(2026, 10, 22, 12) / 1000;
const hours = (count: number): number => noon + count * 3600;
const evening: Evening = {
  sunset: hours(3),
  nightfall: hours(4),
  darkness: hours(5),
  sunrise: hours(19),
  end: hours(24),
  isSunUp: false,
  moon: { phase: 150, lit: 0.93 },
  isSouthern: false,
  planets: [
    { body: 'venus', azimuth: 225 },
    { body: 'saturn', azimuth: 140 },
  ],
};
const at = (count: number, changes: Partial<Evening> = {}) =>
  eveningFacts({ ...evening, ...changes }, hours(count) * 1000);
/** A clock time in the format of the facts. */
const clock = (count: number): string =>
  new Date(hours(count) * 1000).toLocaleTimeString('en', { timeStyle: 'short' });

describe('eveningFacts', () => {
  it.each([
    [
      'before sunset',
      1,
      `Sunset ${clock(3)}`,
      [`Dusk until ${clock(4)}`, `Dark from ${clock(5)}`],
      true,
    ],
    [
      'in civil twilight',
      3.5,
      `Sunrise ${clock(19)}`,
      [`Dusk until ${clock(4)}`, `Dark from ${clock(5)}`],
      true,
    ],
    ['after nightfall', 4.5, `Sunrise ${clock(19)}`, [`Dark from ${clock(5)}`], true],
    ['in the dark', 6, `Sunrise ${clock(19)}`, [], false],
    [
      'at sunset',
      3,
      `Sunrise ${clock(19)}`,
      [`Dusk until ${clock(4)}`, `Dark from ${clock(5)}`],
      true,
    ],
    ['at nightfall', 4, `Sunrise ${clock(19)}`, [`Dark from ${clock(5)}`], true],
    ['at the beginning of darkness', 5, `Sunrise ${clock(19)}`, [], false],
  ])('names only the events to come %s', (_when, now, sun, twilight, hasPlanets) => {
    const facts = at(now);
    expect(facts).toMatchObject({ sun, twilight });
    expect(facts.planets).toBe(
      hasPlanets ? 'At nightfall: Venus (southwest), Saturn (southeast)' : null,
    );
  });

  it('names the phase of the Moon, and in the short form only the lit part', () => {
    expect(at(1).moon).toBe(m.evening_moon({ phase: m.sky_phase_waxing_gibbous(), lit: '93%' }));
    expect(at(1).moonBriefly).toBe('Moon 93% lit');
  });

  it.each([
    [{ darkness: null }, `Sunset ${clock(3)}`, [`Dusk until ${clock(4)}`, 'Not fully dark']],
    [{ planets: [] }, `Sunset ${clock(3)}`, [`Dusk until ${clock(4)}`, `Dark from ${clock(5)}`]],
    [{ darkness: null, nightfall: null, planets: [] }, `Sunset ${clock(3)}`, []],
    [{ sunset: null, sunrise: null, nightfall: null, isSunUp: true }, 'The Sun does not set', []],
    [{ sunset: null, sunrise: null, nightfall: null }, 'The Sun does not rise', []],
  ])('names the events that are missing near the poles: %o', (changes, sun, twilight) => {
    const facts = at(1, changes);
    expect(facts).toMatchObject({ sun, twilight });
    expect(facts.planets === null).toBe('planets' in changes || 'nightfall' in changes);
    const [venus] = evening.planets;
    expect(at(1, { planets: [venus ?? expect.fail()] }).planets).toMatch(/Venus \(southwest\)$/);
  });
});
