import type { Composition, Part, Rect } from '#shared/wallpaper/composition.ts';
import { makeCanvas } from './canvas.ts';
import { drawCaption } from './caption.ts';
import { drawExtension, drawShadow, edgeColour } from './extension.ts';
import { drawTonight } from './tonight.ts';

/** Draws a composition of the picture. Throws when there is no memory for it. */
export async function draw(
  picture: ImageBitmap,
  { width, height, parts }: Composition,
): Promise<OffscreenCanvas> {
  const { canvas, context } = makeCanvas(width, height);
  // Displays of different heights leave corners that nobody sees.
  context.fillStyle = '#000';
  context.fillRect(0, 0, width, height);
  for (const part of parts) {
    drawBackground(context, picture, part);
    await drawPicture(context, picture, part);
    if (part.dim !== undefined) fill(context, part.at, `rgb(0 0 0 / ${part.dim})`);
    if (part.caption !== null) drawCaption(context, part.caption);
    if (part.tonight !== undefined) drawTonight(context, part.tonight);
  }
  return canvas;
}

/** What is beside a picture that does not fill its display. */
function drawBackground(
  context: OffscreenCanvasRenderingContext2D,
  picture: ImageBitmap,
  { at, drawn, source, extension, background }: Part,
): void {
  if (extension === null) return;
  if (background === undefined) {
    drawExtension(context, picture, extension, at);
    drawShadow(context, drawn, at);
  } else fill(context, at, background === 'matched' ? edgeColour(picture, source) : background);
}

function fill(
  context: OffscreenCanvasRenderingContext2D,
  { x, y, width, height }: Rect,
  colour: string,
): void {
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
}

/** Resized by the decoder: faster than the canvas does it, and as free of moiré. It takes whole pixels only. */
async function drawPicture(
  context: OffscreenCanvasRenderingContext2D,
  picture: ImageBitmap,
  { source, drawn }: Part,
): Promise<void> {
  const x = Math.min(Math.round(source.x), picture.width - 1);
  const y = Math.min(Math.round(source.y), picture.height - 1);
  const width = Math.min(Math.max(1, Math.round(source.width)), picture.width - x);
  const height = Math.min(Math.max(1, Math.round(source.height)), picture.height - y);
  const resized = await createImageBitmap(picture, x, y, width, height, {
    resizeWidth: drawn.width,
    resizeHeight: drawn.height,
    resizeQuality: 'high',
  });
  context.drawImage(resized, drawn.x, drawn.y);
  resized.close();
}

/** Sharp stars and smooth skies show JPEG's blocks below this. */
const quality = 0.92;

/** The canvas as a file: PNG where every pixel must stay, else JPEG. */
export const encode = (canvas: OffscreenCanvas, keepsAll: boolean): Promise<Blob> =>
  canvas.convertToBlob(keepsAll ? { type: 'image/png' } : { type: 'image/jpeg', quality });
