import { m } from '#words';
import { formatLocale } from '../language/language.ts';
import { roundTo } from '../round.ts';
import type { BrightnessBand, Pass } from './sky/pass.ts';

/** A magnitude with one decimal place and a minus sign, such as `−2.5`. */
export const magnitudeInWords = (magnitude: number): string =>
  new Intl.NumberFormat(formatLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    .format(roundTo(magnitude, 1))
    .replace('-', '−');

/** The brightness of a visible pass, compared with a star or a planet. */
export function brightnessInWords(band: BrightnessBand): string {
  switch (band) {
    case 'venus':
      return m.sky_brightness_venus();
    case 'jupiter':
      return m.sky_brightness_jupiter();
    case 'sirius':
      return m.sky_brightness_sirius();
    case 'vega':
      return m.sky_brightness_vega();
    case 'dipper':
      return m.sky_brightness_dipper();
    case 'faint':
      return m.sky_brightness_faint();
  }
}

/** The greatest brightness of a visible pass, as a sentence of a notification or a calendar entry. */
export const brightnessSentence = ({ band, magnitude }: NonNullable<Pass['brightness']>): string =>
  m.sky_brightness_sentence({
    brightness: brightnessInWords(band),
    magnitude: magnitudeInWords(magnitude),
  });
