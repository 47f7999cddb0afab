import type { Composition, CompositionPart, Rect } from '#shared/wallpaper/composition.ts';
import { drawComposition } from './draw.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Rounds edges instead of sizes, so that adjacent areas stay adjacent. */
function scaleOnCanvas({ x, y, width, height }: Rect, factor: number): Rect {
  const left = Math.round(x * factor);
  const top = Math.round(y * factor);
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.round((x + width) * factor) - left),
    height: Math.max(1, Math.round((y + height) * factor) - top),
  };
}

const scaleInPicture = ({ x, y, width, height }: Rect, factor: number): Rect => ({
  x: x * factor,
  y: y * factor,
  width: width * factor,
  height: height * factor,
});

/**
 * Scales a composition to a canvas of another size. The picture is drawn from a copy that has another size than the
 * measured picture.
 *
 * @param factor canvas pixels per pixel of the composition
 * @param pictureFactor pixels of the copy per pixel of the measured picture
 */
function scaleComposition(
  { width, height, parts }: Composition,
  factor: number,
  pictureFactor: number,
): Composition {
  const scaleText = <Text extends { area: Rect; fontSize: number }>(text: Text): Text => ({
    ...text,
    area: scaleOnCanvas(text.area, factor),
    fontSize: Math.max(1, text.fontSize * factor),
  });
  return {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
    parts: parts.map(({ tonight, ...part }): CompositionPart => ({
      ...part,
      at: scaleOnCanvas(part.at, factor),
      source: scaleInPicture(part.source, pictureFactor),
      drawn: scaleOnCanvas(part.drawn, factor),
      extension: part.extension === null ? null : scaleInPicture(part.extension, pictureFactor),
      caption: part.caption === null ? null : scaleText(part.caption),
      ...(tonight !== undefined && { tonight: scaleText(tonight) }),
    })),
  };
}

/**
 * Draws the composition on a canvas of the page, scaled to the width of the canvas, with the code that draws the
 * wallpaper. Sets the height of the canvas.
 *
 * @param picture may be a smaller copy of the picture: a preview needs at most twice the resolution of the canvas
 * @param measure the size for which the composition was planned
 */
export async function drawPreview(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  measure: Size,
  composition: Composition,
): Promise<void> {
  const scaledComposition = scaleComposition(
    composition,
    canvas.width / composition.width,
    picture.width / measure.width,
  );
  const drawing = await drawComposition(picture, scaledComposition);
  canvas.height = drawing.height;
  canvas.getContext('2d')?.drawImage(drawing, 0, 0);
}
