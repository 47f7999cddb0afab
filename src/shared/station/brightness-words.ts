import { m } from '#words';
import type { BrightnessBand } from './sky/pass.ts';

/** How bright a visible pass is, as a sentence of a notification or a calendar entry. */
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
