import { m } from '#words';
import type { BrightnessBand } from './sky/pass.ts';

/** The brightness of a visible pass, compared with stars and planets. */
export function brightnessInWords(band: BrightnessBand): string {
  switch (band) {
    case 'brilliant':
      return m.sky_brightness_brilliant();
    case 'bright':
      return m.sky_brightness_bright();
    case 'fair':
      return m.sky_brightness_fair();
    case 'faint':
      return m.sky_brightness_faint();
  }
}

/** The brightness of a visible pass, as a sentence of a notification or a calendar entry. */
export function brightnessSentence(band: BrightnessBand): string {
  switch (band) {
    case 'brilliant':
      return m.notice_brilliant();
    case 'bright':
      return m.notice_bright();
    case 'fair':
      return m.notice_fair();
    case 'faint':
      return m.notice_faint();
  }
}
