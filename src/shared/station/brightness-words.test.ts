import { expect, it } from 'vitest';
import { brightnessInWords, brightnessSentence, magnitudeInWords } from './brightness-words.ts';

it.each([
  [-4.26, 'like Venus (magnitude −4.3)'],
  [-3.5, 'like Venus (magnitude −3.5)'],
  [-3.4, 'like Jupiter (magnitude −3.4)'],
  [-2, 'like Jupiter (magnitude −2.0)'],
  [-1.9, 'like Sirius (magnitude −1.9)'],
  [-1, 'like Sirius (magnitude −1.0)'],
  [-0.9, 'like Vega (magnitude −0.9)'],
  [0.6, 'like Vega (magnitude 0.6)'],
  [0.7, 'like the stars of the Big Dipper (magnitude 0.7)'],
  [2.5, 'like the stars of the Big Dipper (magnitude 2.5)'],
  [2.6, 'fainter than the stars of the Big Dipper (magnitude 2.6)'],
])('brightnessInWords compares the magnitude %d', (magnitude, words) => {
  expect(brightnessInWords(magnitude).replaceAll('\u00a0', ' ')).toBe(words);
});

it('magnitudeInWords writes no −0, and brightnessSentence a sentence', () => {
  expect(magnitudeInWords(-0.04)).toBe('0.0');
  expect(brightnessSentence(-3)).toBe('Brightness: like Jupiter (magnitude\u00a0−3.0).');
});
