import type { PictureRecord } from '#shared/picture/picture.ts';
import type { Appearance, Corner } from '#shared/wallpaper/appearance.ts';
import type { Caption, PassDrawing, Rect, TonightDrawing } from '#shared/wallpaper/composition.ts';
import { calendarDay } from '#shared/time-words.ts';

export type CaptionText = Pick<PictureRecord, 'title' | 'credit' | 'date' | 'explanation'>;

/** The smallest area without panels that gets a caption or the drawing of a pass, in device-independent pixels. */
const minCaptionDisplay = { width: 320, height: 240 };

/** The size of a caption, as a factor of the usual size of texts on a display. */
const captionSizeFactors = { small: 0.8, large: 1.5 } as const;
/** The smallest letters of a title, in device-independent pixels. */
const minFontSize = 12;

/** The largest share of the height for a caption with the explanation. */
const maxExplainedShare = 0.6;

/** A first sentence that is shorter than this, in UTF-16 units, probably ends in an abbreviation. */
const minSentenceLength = 24;

/**
 * The first sentence of an English text. A first sentence shorter than `minSentenceLength` probably ends in an
 * abbreviation such as “Dr.”; the next sentence is then included.
 */
function firstSentence(text: string): string {
  let sentence = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    sentence += segment;
    if (sentence.trim().length >= minSentenceLength) break;
  }
  return sentence.trim();
}

/** The caption of a display, or null if there is no room. `clear`: the area without panels, in canvas pixels. */
export function planCaption(
  text: CaptionText,
  clear: Rect,
  scale: number,
  { corner, caption }: Appearance,
): Caption | null {
  if (!hasRoomForCaption(clear, scale)) return null;
  const fontSize = Math.round(
    Math.max(
      captionSizeFactors[caption === 'large' ? 'large' : 'small'] * baseSize(clear, scale),
      minFontSize * scale,
    ),
  );
  const details = [
    text.credit,
    caption === 'small' || caption === 'large' ? null : calendarDay(text.date, 'long'),
  ].filter((words) => words !== null);
  const explanation =
    caption === 'first-sentence'
      ? firstSentence(text.explanation)
      : caption === 'explanation'
        ? text.explanation.trim()
        : '';
  const height = explanation === '' ? 5 * fontSize : maxExplainedShare * clear.height;
  return {
    title: text.title,
    detail: details.length === 0 ? null : details.join(' · '),
    ...(explanation !== '' && { explanation }),
    area: cornerArea(clear, corner, fontSize, Math.round(height)),
    corner,
    fontSize,
  };
}

/** The drawing of tonight's pass, in the corner next to the corner of the caption; null if there is no room. */
export function planTonight(
  pass: PassDrawing,
  clear: Rect,
  scale: number,
  { corner: captions }: Appearance,
): TonightDrawing | null {
  if (!hasRoomForCaption(clear, scale)) return null;
  const fontSize = Math.round(baseSize(clear, scale));
  const corner = cornerBeside[captions];
  return { pass, area: cornerArea(clear, corner, fontSize, 13 * fontSize), corner, fontSize };
}

const cornerBeside: Readonly<Record<Corner, Corner>> = {
  'bottom-right': 'bottom-left',
  'bottom-left': 'bottom-right',
  'top-right': 'top-left',
  'top-left': 'top-right',
};

const hasRoomForCaption = ({ width, height }: Rect, scale: number): boolean =>
  width >= minCaptionDisplay.width * scale && height >= minCaptionDisplay.height * scale;

const baseSize = ({ height }: Rect, scale: number): number =>
  Math.min(Math.max(height / scale / 72, minFontSize), 20) * scale;

/** An area in the corner, half as wide as `clear`, so that two areas beside each other never overlap. */
function cornerArea(clear: Rect, corner: Corner, fontSize: number, height: number): Rect {
  const margin = Math.round(1.5 * fontSize);
  const width = Math.floor(clear.width / 2) - margin;
  return {
    x: corner.endsWith('left') ? clear.x + margin : clear.x + clear.width - margin - width,
    y: corner.startsWith('top') ? clear.y + margin : clear.y + clear.height - margin - height,
    width,
    height,
  };
}
