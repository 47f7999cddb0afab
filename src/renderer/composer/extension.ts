import type { Rect } from '#shared/wallpaper/composition.ts';
import { makeCanvas } from './canvas.ts';

/** Width of the copy that is blurred, in pixels. The copy is small for speed; the blur hides the lower resolution. */
const blurCopyWidth = 192;
/** Standard deviation, in pixels of the small copy. */
const blurPixels = 5;
/** How much the copy is darkened, so that the picture stands out. */
const darkness = 0.5;

/** The picture's shadow on the blurred copy; `blur` in widths of the display. */
const shadow = { blur: 1 / 60, colour: 'rgb(0 0 0 / 0.6)' };

/** A small blurred copy of the `source` part of the picture, with the aspect ratio of `at`. */
export function blurredCopy(picture: ImageBitmap, source: Rect, at: Rect): OffscreenCanvas {
  const width = blurCopyWidth;
  const height = Math.max(1, Math.round((at.height * blurCopyWidth) / at.width));
  const smallCopy = makeCanvas(width, height);
  const { x, y } = source;
  smallCopy.context.drawImage(picture, x, y, source.width, source.height, 0, 0, width, height);
  // A blur mixes transparent surroundings into the edges: draw the picture beyond the canvas.
  const margin = 3 * blurPixels;
  const blurCopy = makeCanvas(width, height);
  blurCopy.context.filter = `blur(${blurPixels}px)`;
  blurCopy.context.drawImage(
    smallCopy.canvas,
    -margin,
    -margin,
    width + 2 * margin,
    height + 2 * margin,
  );
  return blurCopy.canvas;
}

/** Fills `at` with the blurred copy, darkened. */
export function drawExtension(
  context: OffscreenCanvasRenderingContext2D,
  copy: OffscreenCanvas,
  at: Rect,
): void {
  context.drawImage(copy, at.x, at.y, at.width, at.height);
  context.fillStyle = `rgb(0 0 0 / ${darkness})`;
  context.fillRect(at.x, at.y, at.width, at.height);
}

/** Draws the shadow of the picture at `drawn` onto the background in `at`. */
export function drawShadow(
  context: OffscreenCanvasRenderingContext2D,
  drawn: Rect,
  at: Rect,
): void {
  context.save();
  context.beginPath();
  context.rect(at.x, at.y, at.width, at.height);
  context.clip();
  context.shadowBlur = shadow.blur * at.width;
  context.shadowColor = shadow.colour;
  context.fillRect(drawn.x, drawn.y, drawn.width, drawn.height);
  context.restore();
}

/** Side of the small copy from which the colour of the edges is computed, in pixels. */
const edgeSampleSide = 128;

/** The mean colour along the edges of the `source` part of the picture, as a CSS colour. */
export function edgeColour(picture: ImageBitmap, source: Rect): string {
  const { context } = makeCanvas(edgeSampleSide, edgeSampleSide);
  // Single samples are accurate enough.
  context.imageSmoothingQuality = 'low';
  const { x, y, width, height } = source;
  context.drawImage(picture, x, y, width, height, 0, 0, edgeSampleSide, edgeSampleSide);
  const { data } = context.getImageData(0, 0, edgeSampleSide, edgeSampleSide);
  const sum = [0, 0, 0];
  let count = 0;
  for (let index = 0; index < edgeSampleSide * edgeSampleSide; index += 1) {
    const [column, row] = [index % edgeSampleSide, Math.floor(index / edgeSampleSide)];
    const isEdge = [column, row].some((place) => place === 0 || place === edgeSampleSide - 1);
    if (!isEdge) continue;
    count += 1;
    for (const channel of [0, 1, 2])
      sum[channel] = (sum[channel] ?? NaN) + (data[4 * index + channel] ?? NaN);
  }
  return `rgb(${sum.map((value) => Math.round(value / count)).join(' ')})`;
}
