import type { Composition, CompositionPart, Rect } from '#shared/wallpaper/composition.ts';
import { makeCanvas } from './canvas.ts';
import { drawCaption } from './caption.ts';
import { blurredCopy, drawExtension, drawShadow, edgeColour } from './extension.ts';
import { drawTonight } from './tonight.ts';

/** A part of a composition, with everything that it needs from the picture. */
interface PreparedPart {
  readonly part: CompositionPart;
  readonly resized: ImageBitmap;
  /** The background of a picture that does not fill its display: a blurred copy, or a colour. Otherwise null. */
  readonly beside: OffscreenCanvas | string | null;
}

/**
 * Draws the composition. Throws if there is not enough memory.
 *
 * @param onPrepared called when the picture is no longer needed, before the canvas is created: closing the picture then
 *   saves memory
 */
export async function drawComposition(
  picture: ImageBitmap,
  { width, height, parts }: Composition,
  onPrepared: () => void = () => undefined,
): Promise<OffscreenCanvas> {
  const preparedParts: PreparedPart[] = [];
  for (const part of parts)
    preparedParts.push({
      part,
      resized: await resizePart(picture, part),
      beside: createBackground(picture, part),
    });
  onPrepared();
  const { canvas, context } = makeCanvas(width, height);
  // If the displays have different heights, the canvas has areas outside all displays. These areas are not visible.
  context.fillStyle = '#000';
  context.fillRect(0, 0, width, height);
  for (const { part, resized, beside } of preparedParts) {
    drawBackground(context, beside, part);
    context.drawImage(resized, part.drawn.x, part.drawn.y);
    resized.close();
    if (part.dim !== undefined) fillRect(context, part.at, `rgb(0 0 0 / ${part.dim})`);
    if (part.caption !== null) drawCaption(context, part.caption);
    if (part.tonight !== undefined) drawTonight(context, part.tonight);
  }
  return canvas;
}

function createBackground(
  picture: ImageBitmap,
  { at, source, extension, background }: CompositionPart,
): PreparedPart['beside'] {
  if (extension === null) return null;
  if (background === undefined) return blurredCopy(picture, extension, at);
  return background === 'matched' ? edgeColour(picture, source) : background;
}

function drawBackground(
  context: OffscreenCanvasRenderingContext2D,
  beside: PreparedPart['beside'],
  { at, drawn }: CompositionPart,
): void {
  if (beside === null) return;
  if (typeof beside === 'string') fillRect(context, at, beside);
  else {
    drawExtension(context, beside, at);
    drawShadow(context, drawn, at);
  }
}

function fillRect(
  context: OffscreenCanvasRenderingContext2D,
  { x, y, width, height }: Rect,
  colour: string,
): void {
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
}

/**
 * Resizes with the decoder, because this is faster than drawing on the canvas, and equally free of moiré. The decoder
 * accepts whole pixels only.
 */
function resizePart(
  picture: ImageBitmap,
  { source, drawn }: CompositionPart,
): Promise<ImageBitmap> {
  const x = Math.min(Math.round(source.x), picture.width - 1);
  const y = Math.min(Math.round(source.y), picture.height - 1);
  const width = Math.min(Math.max(1, Math.round(source.width)), picture.width - x);
  const height = Math.min(Math.max(1, Math.round(source.height)), picture.height - y);
  return createImageBitmap(picture, x, y, width, height, {
    resizeWidth: drawn.width,
    resizeHeight: drawn.height,
    resizeQuality: 'high',
  });
}
