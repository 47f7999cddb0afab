import { m } from '#words';
import { fixedFormat } from '../language/formats.ts';
import { roundTo } from '../round.ts';
import { brightnessBandOf } from './sky/brightness.ts';
import type { BrightnessBand } from './sky/pass.ts';

/** A magnitude with one decimal place and a minus sign, such as `−2.5`. */
export const magnitudeInWords = (magnitude: number): string =>
  fixedFormat(1).format(roundTo(magnitude, 1)).replace('-', '−');

/** A brightness, compared with a star or a planet, and its magnitude: `like Venus (magnitude −4.3)`. */
export const brightnessInWords = (magnitude: number): string =>
  m.sky_brightness({
    brightness: comparisonInWords(brightnessBandOf(magnitude)),
    magnitude: magnitudeInWords(magnitude),
  });

/** A brightness as a sentence of a notice or of a calendar entry. */
export const brightnessSentence = (magnitude: number): string =>
  m.sky_brightness_sentence({ brightness: brightnessInWords(magnitude) });

function comparisonInWords(band: BrightnessBand): string {
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
