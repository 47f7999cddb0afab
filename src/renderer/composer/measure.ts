import type { PictureMeasure } from '#shared/wallpaper/composition.ts';
import { makeCanvas } from './canvas.ts';

/** Longest side in pixels of the small copy from which the focus is computed. */
const smallSide = 256;
/** Side in pixels of the sample in which colours are counted. */
const sampleSide = 256;
/** A picture with at most this many colours in the sample is a drawing. */
const fewColours = 1024;

/** Size and focus of a decoded picture. */
export function measurePicture(picture: ImageBitmap): PictureMeasure {
  const { width, height } = picture;
  return { width, height, focus: findFocus(picture) };
}

/** The centre of a picture's detail: the mean position, weighted by the change of brightness. */
function findFocus(picture: ImageBitmap): { x: number; y: number } {
  const scale = smallSide / Math.max(picture.width, picture.height);
  const width = Math.max(3, Math.round(picture.width * scale));
  const height = Math.max(3, Math.round(picture.height * scale));
  const { context } = makeCanvas(width, height);
  // Single samples are accurate enough; a mean over all pixels takes a tenth of a second.
  context.imageSmoothingQuality = 'low';
  context.drawImage(picture, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const brightnessAt = (x: number, y: number): number => {
    const index = 4 * (y * width + x);
    // Rec. 709.
    return (
      0.2126 * (data[index] ?? NaN) +
      0.7152 * (data[index + 1] ?? NaN) +
      0.0722 * (data[index + 2] ?? NaN)
    );
  };
  let [sum, sumX, sumY] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const change =
        Math.abs(brightnessAt(x + 1, y) - brightnessAt(x - 1, y)) +
        Math.abs(brightnessAt(x, y + 1) - brightnessAt(x, y - 1));
      sum += change;
      sumX += change * (x + 0.5);
      sumY += change * (y + 0.5);
    }
  return sum === 0 ? { x: 0.5, y: 0.5 } : { x: sumX / sum / width, y: sumY / sum / height };
}

/** True for drawings and diagrams: JPEG blurs them, and PNG stores them in few bytes. */
export function hasFewColours(picture: ImageBitmap): boolean {
  const { context } = makeCanvas(sampleSide, sampleSide);
  // Smoothing would add mixed colours.
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, sampleSide, sampleSide);
  const { data } = context.getImageData(0, 0, sampleSide, sampleSide);
  return new Set(new Uint32Array(data.buffer)).size <= fewColours;
}
