import type { Caption } from '#shared/wallpaper/composition.ts';

type Context = OffscreenCanvasRenderingContext2D;

const family = 'system-ui, sans-serif';
/** White on this is readable on any picture: a contrast of 5.7 to 1 on pure white. */
const ground = 'rgb(0 0 0 / 0.6)';

/** Draws title and credit into the lower right corner of the caption's area, in lines that end with “…”. */
export function drawCaption(context: Context, { title, credit, area, fontSize }: Caption): void {
  const small = Math.round(0.8 * fontSize);
  const padding = Math.round(0.7 * fontSize);
  const lines = [
    { text: title, font: `600 ${fontSize}px ${family}`, height: 1.35 * fontSize },
    ...(credit === null
      ? []
      : [{ text: credit, font: `${small}px ${family}`, height: 1.35 * small }]),
  ].map((line) => {
    context.font = line.font;
    const text = shorten(context, line.text, area.width - 2 * padding);
    return { ...line, text, width: context.measureText(text).width };
  });
  const width = Math.ceil(Math.max(...lines.map((line) => line.width)) + 2 * padding);
  const height = Math.ceil(lines.reduce((sum, line) => sum + line.height, 0) + 1.4 * padding);
  const x = area.x + area.width - width;
  let y = area.y + area.height - height;
  context.fillStyle = ground;
  context.beginPath();
  context.roundRect(x, y, width, height, Math.round(0.4 * fontSize));
  context.fill();
  context.fillStyle = '#fff';
  context.textBaseline = 'middle';
  y += 0.7 * padding;
  for (const line of lines) {
    context.font = line.font;
    context.fillText(line.text, x + padding, y + line.height / 2);
    y += line.height;
  }
}

/** The text, or as much of its beginning as fits with “…” behind it. `width` in pixels of the current font. */
function shorten(context: Context, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  let [fits, tooLong] = [0, characters.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    const tried = `${characters.slice(0, middle).join('').trimEnd()}…`;
    if (context.measureText(tried).width <= width) fits = middle;
    else tooLong = middle;
  }
  return `${characters.slice(0, fits).join('').trimEnd()}…`;
}
