import { m } from '#words';
import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '#shared/language/language.ts';
import type { Conjunction, Direction, Night, SkyTarget } from '#shared/station/sky/sky.ts';
import {
  conjunctionInWords,
  conjunctionSentence,
  darknessInWords,
  phaseInWords,
  seenHeight,
  seenSkyInWords,
  twilightInWords,
} from './sky-words.ts';
import { clockTime, exactTime } from '#renderer/ui/clock-time.ts';
import { magnitudeInWords } from '#shared/station/brightness-words.ts';
import { flatHorizon } from '#shared/station/sky/local-horizon.ts';
import { skyBehind } from '#renderer-test/sky-states.ts';
import { passAt } from '#renderer-test/states.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

it('magnitudeInWords writes a minus sign, but no −0', () => {
  expect([-0.04, 0.04, -0.06].map(magnitudeInWords)).toEqual(['0.0', '0.0', '−0.1']);
});

it('phaseInWords names the eight phases of the Moon, the main ones within 8°', () => {
  const names = Array.from({ length: 360 }, (_, phase) => phaseInWords(phase));
  const starts = names.flatMap((name, phase) => (name === names[phase - 1] ? [] : [[phase, name]]));
  expect(starts).toEqual([
    [0, 'new Moon'],
    [8, 'waxing crescent'],
    [82, 'first quarter'],
    [99, 'waxing gibbous'],
    [172, 'full Moon'],
    [189, 'waning gibbous'],
    [262, 'last quarter'],
    [279, 'waning crescent'],
    [353, 'new Moon'],
  ]);
  expect([-98, 352 + 720, 353 + 720].map(phaseInWords)).toEqual([
    'last quarter',
    'waning crescent',
    'new Moon',
  ]);
});

it.each([
  [12.6, 'Daylight: the Sun is 13° high.'],
  [0.1, 'Daylight: the Sun is 0° high.'],
  [0, 'Civil twilight: the Sun is 0° below the horizon. It is still too bright'],
  [-5.9, 'Civil twilight: the Sun is 6° below'],
  [-6, 'Nautical twilight: the Sun is 6° below'],
  [-11.9, 'Nautical twilight: the Sun is 12° below'],
  [-12, 'Astronomical twilight: the Sun is 12° below'],
  [-17.9, 'Astronomical twilight: the Sun is 18° below'],
  [-18, 'Night: the Sun is 18° below'],
])('twilightInWords describes the darkness with the Sun at %d°: %s', (elevation, words) => {
  expect(twilightInWords(elevation)).toContain(words);
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
  expect(words(12.4, -30)[0]).toBe('The Sun is 12° above the horizon.');
  expect(words(0, -30)[0]).toBe('The Sun is 0° below the horizon.');
  expect(words(-5.9, -30)[0]).toBe('The Sun is 6° below the horizon.');
  expect(words(-6.01, -30)[0]).toMatch(/^Nautical twilight: the Sun is 6°/);
});

describe('darknessInWords', () => {
  const none = [null, null, null, null] satisfies Night['dusk'];
  const hours = (...all: [number, number, number, number]): Night['dusk'] =>
    all.map((hour) => hour * 3600) as Night['dusk'];
  const whole: Night = {
    ...{ dusk: hours(16, 17, 18, 19), dawn: hours(8, 7, 6, 5), lowest: -40, highest: 20 },
  };
  const [dark, nautical, full] = [
    `Dark enough to see the station from ${clockTime(17 * 3600)} to ${clockTime(7 * 3600)}.`,
    `Nautical twilight is over from ${clockTime(18 * 3600)} to ${clockTime(6 * 3600)}.`,
    `Fully dark from ${clockTime(19 * 3600)} to ${clockTime(5 * 3600)}.`,
  ];
  const notFully = 'It does not get fully dark that night.';
  it.each<[string, Partial<Night>, readonly string[]]>([
    ['a night with all twilights', {}, [dark, nautical, full]],
    ['the midnight Sun', { lowest: 0.1 }, [m.sky_dark_midnight_sun()]],
    ['the Sun at the horizon', { lowest: 0 }, [m.sky_dark_never({ height: 0 })]],
    ['civil twilight all night', { lowest: -5.6 }, [m.sky_dark_never({ height: 6 })]],
    ['nautical twilight for a moment', { lowest: -6, dusk: none }, [notFully]],
    ['astronomical twilight', { lowest: -17.9 }, [dark, nautical, notFully]],
    ['full darkness for a moment', { lowest: -18 }, [dark, nautical, full]],
    ['the Sun low at noon', { highest: -6 }, [dark, nautical, full]],
    ['the Sun lower at noon', { highest: -6.1 }, [m.sky_dark_always(), nautical, full]],
    ['no dawn', { dawn: none }, []],
    [
      'no twilight at all',
      { dusk: none, dawn: none, lowest: -20, highest: -19 },
      [m.sky_dark_always()],
    ],
  ])('describes %s', (_what, changes, words) =>
    expect(darknessInWords({ ...whole, ...changes })).toEqual(words),
  );
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

it.each<[Partial<Conjunction>, string, string]>([
  [{ side: 'above' }, '1.8° above Vega', '1.8° above Vega at TIME (± 0.04°, ± 0.4s)'],
  [{ side: 'below' }, '1.8° below Vega', '1.8° below Vega at TIME (± 0.04°, ± 0.4s)'],
  [{ side: 'left' }, '1.8° left of Vega', '1.8° left of Vega at TIME (± 0.04°, ± 0.4s)'],
  [
    { side: 'right', separationSigma: 0.004, timeSigma: 0.04 },
    '1.8° right of Vega',
    '1.8° right of Vega at TIME (± 0.01°, ± 0.1s)',
  ],
  [{ crosses: true }, 'in front of the Moon', 'in front of the Moon at TIME (± 0.04°, ± 0.4s)'],
])(
  'conjunctions name the side, and the uncertainties of the sentence: %o',
  (changes, words, sentence) => {
    const star = { star: { en: 'Vega', ja: 'ベガ' } };
    const conjunction = { ...conjunctionWith(star, 'left'), ...changes };
    expect(conjunctionInWords(conjunction)).toBe(`${words} at ${exactTime(0)}`);
    // ICU changes the kind of space between a number and its unit from version to version.
    const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');
    expect(withoutSpaces(conjunctionSentence(conjunction))).toBe(
      withoutSpaces(`The station passes ${sentence.replace('TIME', exactTime(0))}.`),
    );
  },
);

it.each([
  ['Vega', 'de Véga'],
  ['Aldebaran', 'd’Aldébaran'],
  ['Hamal', 'd’Hamal'],
])('conjunctions in French have the preposition before the name of a star: %s', (en, words) => {
  setLanguage({ language: 'fr', formats: 'fr' });
  const fr = { Vega: 'Véga', Aldebaran: 'Aldébaran' }[en];
  const target = { star: { en, ...(fr !== undefined && { fr }) } };
  expect(conjunctionInWords(conjunctionWith(target, 'above'))).toContain(`au-dessus ${words}, `);
});

it.each([
  [-3, 0],
  [40.4, 40],
  [40.6, 41],
])('seenHeight of %d° is %d°, and never below the horizon', (elevation, height) => {
  expect(seenHeight(elevation, null)).toBe(height);
});
