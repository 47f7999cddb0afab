import type { Corner } from '#shared/wallpaper/appearance.ts';
import type { Caption, Rect } from '#shared/wallpaper/composition.ts';

type CanvasContext = OffscreenCanvasRenderingContext2D;

const fontFamily = 'system-ui, sans-serif';
/** The background of texts. White text on it has a contrast of at least 5.7 to 1, even over pure white. */
const groundColour = 'rgb(0 0 0 / 0.6)';

interface Line {
  readonly text: string;
  readonly font: string;
  readonly height: number;
  readonly width: number;
}

/** A bold title above a smaller line, each cut to `width` pixels. No second line if `detail` is null. */
export function captionLines(
  context: CanvasContext,
  { title, detail, fontSize }: { title: string; detail: string | null; fontSize: number },
  width: number,
): readonly Line[] {
  const smallSize = Math.round(0.8 * fontSize);
  return [
    { text: title, font: `600 ${fontSize}px ${fontFamily}`, height: 1.35 * fontSize },
    ...(detail === null
      ? []
      : [{ text: detail, font: `${smallSize}px ${fontFamily}`, height: 1.35 * smallSize }]),
  ].map((line) => {
    context.font = line.font;
    const text = cutToWidth(context, line.text, width);
    return { ...line, text, width: context.measureText(text).width };
  });
}

/** Writes the lines in white, the first below `y`. Returns the `y` below the last line. */
export function writeLines(
  context: CanvasContext,
  lines: readonly Line[],
  x: number,
  y: number,
): number {
  context.fillStyle = '#fff';
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  let top = y;
  for (const line of lines) {
    context.font = line.font;
    context.fillText(line.text, x, top + line.height / 2);
    top += line.height;
  }
  return top;
}

/** Draws the background of a text into the corner of the area. Returns its upper left corner. */
export function drawGround(
  context: CanvasContext,
  { width, height }: Pick<Rect, 'width' | 'height'>,
  { area, corner, fontSize }: { area: Rect; corner: Corner; fontSize: number },
): Pick<Rect, 'x' | 'y'> {
  const x = corner.endsWith('left') ? area.x : area.x + area.width - width;
  const y = corner.startsWith('top') ? area.y : area.y + area.height - height;
  context.fillStyle = groundColour;
  context.beginPath();
  context.roundRect(x, y, width, height, Math.round(0.4 * fontSize));
  context.fill();
  return { x, y };
}

/** Space between the background's edge and the text: at the sides, and above and below. */
export const groundPadding = (fontSize: number) => {
  const side = Math.round(0.7 * fontSize);
  return { side, above: 0.7 * side };
};

/** Draws the caption into its corner. Wraps the explanation. A text that is too long is cut and ends with “…”. */
export function drawCaption(context: CanvasContext, caption: Caption): void {
  const { area, fontSize, explanation } = caption;
  const { side, above } = groundPadding(fontSize);
  const headLines = captionLines(context, caption, area.width - 2 * side);
  const remainingHeight =
    area.height - 2 * above - headLines.reduce((sum, line) => sum + line.height, 0);
  const smallSize = Math.round(0.8 * fontSize);
  const gap = 0.4 * smallSize;
  const lines =
    explanation === undefined
      ? headLines
      : [
          ...headLines,
          { text: '', font: `${smallSize}px ${fontFamily}`, height: gap, width: 0 },
          ...wrapText(context, explanation, {
            fontSize: smallSize,
            width: Math.min(area.width - 2 * side, maxExplanationWidth * fontSize),
            height: remainingHeight - gap,
          }),
        ];
  const width = Math.ceil(Math.max(...lines.map((line) => line.width)) + 2 * side);
  const height = Math.ceil(lines.reduce((sum, line) => sum + line.height, 0) + 2 * above);
  const { x, y } = drawGround(context, { width, height }, caption);
  writeLines(context, lines, x + side, y + above);
}

/** The longest line of the explanation, in font sizes of the title. Longer lines are hard to read. */
const maxExplanationWidth = 30;

/** Wraps the text into at most as many lines as fit the height. The last line ends with “…” if text is left. */
function wrapText(
  context: CanvasContext,
  text: string,
  { fontSize, width, height }: { fontSize: number; width: number; height: number },
): readonly Line[] {
  const font = `${fontSize}px ${fontFamily}`;
  const lineHeight = 1.35 * fontSize;
  const maxLines = Math.max(0, Math.floor(height / lineHeight));
  context.font = font;
  const wrappedLines = [''];
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const line = wrappedLines.at(-1) ?? '';
    const longerLine = line === '' ? word : `${line} ${word}`;
    if (context.measureText(longerLine).width <= width || line === '')
      wrappedLines.splice(-1, 1, longerLine);
    else wrappedLines.push(word);
    if (wrappedLines.length > maxLines) break;
  }
  const isCut = wrappedLines.length > maxLines;
  return wrappedLines.slice(0, maxLines).map((words, index) => {
    const lineText = isCut && index === maxLines - 1 ? `${words} …` : words;
    const fittingText = cutToWidth(context, lineText, width);
    return {
      text: fittingText,
      font,
      height: lineHeight,
      width: context.measureText(fittingText).width,
    };
  });
}

/** The text, cut to `width` pixels in the current font. A cut text ends with “…”. */
function cutToWidth(context: CanvasContext, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  let [fittingCount, tooLongCount] = [0, characters.length];
  while (tooLongCount - fittingCount > 1) {
    const middle = Math.floor((fittingCount + tooLongCount) / 2);
    const candidate = `${characters.slice(0, middle).join('').trimEnd()}…`;
    if (context.measureText(candidate).width <= width) fittingCount = middle;
    else tooLongCount = middle;
  }
  return `${characters.slice(0, fittingCount).join('').trimEnd()}…`;
}
