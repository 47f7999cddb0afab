import { m } from '#words';
import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '#shared/language/language.ts';
import type { Conjunction, Direction, Night, SkyTarget } from '#shared/station/sky/sky.ts';
import {
  conjunctionInWords,
  conjunctionSentence,
  darknessInWords,
  phaseInWords,
  seenSkyInWords,
  twilightInWords,
} from './sky-words.ts';
import { magnitudeInWords } from '#shared/station/brightness-words.ts';
import { flatHorizon } from '#shared/station/sky/local-horizon.ts';
import { skyBehind } from '#renderer-test/sky-states.ts';
import { passAt } from '#renderer-test/states.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

it('magnitudeInWords writes a minus sign, but no −0', () => {
  expect([-0.04, 0.04, -0.06].map(magnitudeInWords)).toEqual(['0.0', '0.0', '−0.1']);
});

it('phaseInWords names the eight phases of the Moon in their order', () => {
  const names = Array.from({ length: 360 }, (_, phase) => phaseInWords(phase));
  const order = names.filter((name, k) => name !== names[k - 1]);
  expect(order).toEqual([
    'new Moon',
    'waxing crescent',
    'first quarter',
    'waxing gibbous',
    'full Moon',
    'waning gibbous',
    'last quarter',
    'waning crescent',
    'new Moon',
  ]);
});

it.each([
  [12, /^Daylight: the Sun is 12° high/],
  [-3, /^Civil twilight: .* still too bright/],
  [-6.5, /^Nautical twilight/],
  [-17, /^Astronomical twilight/],
  [-40, /^Night: the Sun is 40° below/],
])('twilightInWords describes the darkness with the Sun at %d°', (elevation, words) => {
  expect(twilightInWords(elevation)).toMatch(words);
});

it('seenSkyInWords says how low the Sun was, never that the station cannot be seen', () => {
  const towards = (elevation: number): Direction => {
    const angle = (elevation * Math.PI) / 180;
    return [0, Math.cos(angle), Math.sin(angle)];
  };
  const words = (sun: number, moon: number): readonly string[] => {
    const at = (body: 'sun' | 'moon', elevation: number) => ({
      ...{ body, magnitude: 0 },
      direction: towards(elevation),
    });
    const bodies = [at('sun', sun), at('moon', moon)];
    const pass = passAt(Date.now(), true);
    return seenSkyInWords(skyBehind(pass, { bodies }), flatHorizon, null);
  };
  expect(words(-20, 30)).toEqual([
    'Night: the Sun is 20° below the horizon. The sky is fully dark.',
    'Moon: waxing crescent, 25% lit; north, 30° high.',
  ]);
  expect(words(-5, -30)).toEqual([
    'The Sun is 5° below the horizon.',
    'Moon: waxing crescent, 25% lit; not above your horizon.',
  ]);
  expect(words(12, -30)[0]).toBe('The Sun is 12° above the horizon.');
});

it('darknessInWords omits missing twilights where the Sun never rises', () => {
  const none = [null, null, null, null] satisfies Night['dusk'];
  const night = { dusk: none, dawn: none, lowest: -20, highest: -19 };
  expect(darknessInWords(night)).toEqual([m.sky_dark_always()]);
});

const conjunctionWith = (target: SkyTarget, side: Conjunction['side']): Conjunction => ({
  ...{ target, side, t: 0, separation: 1.84, crosses: false },
  ...{ peak: 0, timeSigma: 0.2, separationSigma: 0.02 },
});

it.each<[SkyTarget, Conjunction['side'], string]>([
  [{ body: 'moon' }, 'left', 'links vom Mond'],
  [{ body: 'moon' }, 'right', 'rechts vom Mond'],
  [{ body: 'moon' }, 'above', 'über dem Mond'],
  [{ body: 'jupiter' }, 'left', 'links von Jupiter'],
  [{ body: 'jupiter' }, 'right', 'rechts von Jupiter'],
])('conjunctions in German have the article of the Moon only: %o %s', (target, side, words) => {
  setLanguage({ language: 'de', formats: 'de-DE' });
  const conjunction = conjunctionWith(target, side);
  expect(conjunctionInWords(conjunction)).toContain(`1,8° ${words} um `);
  expect(conjunctionSentence(conjunction)).toContain(`1,8° ${words} vorbei`);
});

it('conjunctionSentence writes seconds in British English as “s”', () => {
  setLanguage({ language: 'en', formats: 'en-GB' });
  expect(conjunctionSentence(conjunctionWith({ body: 'moon' }, 'left'))).toMatch(/±\s0\.4\ss\)/);
});
