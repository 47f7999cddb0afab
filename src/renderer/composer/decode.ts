import { maxPicturePixels, type PictureSize } from '#shared/picture/picture-size.ts';
import { makeCanvas } from './canvas.ts';
import { bestFrame } from './frames.ts';
import { withGround, withoutBars } from './ground.ts';

/**
 * Decodes a picture as it is drawn: of an animation the frame with most detail, and a transparent picture on a ground.
 *
 * @param isStill whether it is the still of a film, whose black bars are cut
 */
export async function decodeForDrawing(blob: Blob, isStill: boolean): Promise<ImageBitmap> {
  const first = await decodePicture(blob);
  const frame = await bestFrame(blob, first);
  if (frame !== null) first.close();
  const picture = await withGround(frame ?? first);
  return isStill ? withoutBars(picture) : picture;
}

/**
 * Decodes a picture. The decoder itself reports the size before it decodes, because other parsers may read another size
 * from the same header. Rejects if the picture is too large, if it is incomplete, or if the data is not a picture.
 */
export async function decodePicture(blob: Blob): Promise<ImageBitmap> {
  const address = URL.createObjectURL(blob);
  try {
    const element = await loadElement(address);
    requireAcceptedSize({ width: element.naturalWidth, height: element.naturalHeight });
    const picture = await createImageBitmap(blob).catch(async (error: unknown) => {
      if (await isBaselineJpeg(blob)) return drawElement(element);
      throw error;
    });
    requireAcceptedSize(picture);
    return picture;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The element reads only the header: a browser decodes an image when it is drawn. */
async function loadElement(address: string): Promise<HTMLImageElement> {
  const element = new Image();
  await new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = () => reject(new Error('the picture cannot be read'));
    element.src = address;
  });
  return element;
}

/**
 * Draws a JPEG that `createImageBitmap` refuses because it has no end marker, as pages show it: some phones write other
 * data in place of the marker. Rejects if rows are missing, which stay transparent.
 */
function drawElement(element: HTMLImageElement): ImageBitmap {
  const { naturalWidth: width, naturalHeight: height } = element;
  const { canvas, context } = makeCanvas(width, height);
  context.drawImage(element, 0, 0);
  // The missing rows are at one of the edges; at which one depends on the orientation.
  const edges = [
    context.getImageData(0, 0, width, 1),
    context.getImageData(0, height - 1, width, 1),
    context.getImageData(0, 0, 1, height),
    context.getImageData(width - 1, 0, 1, height),
  ];
  const isOpaque = edges.every(({ data }) =>
    data.every((value, index) => index % 4 !== 3 || value === 255),
  );
  if (!isOpaque) throw new Error('the picture breaks off');
  return canvas.transferToImageBitmap();
}

/** The length of the part of a file in which the frame header of a JPEG is searched for, in bytes. */
const maxHeaderBytes = 2 ** 24;

/**
 * Whether a file is a JPEG that is stored from top to bottom. Of a progressive one, all rows are drawn coarsely when
 * parts of it are missing.
 */
async function isBaselineJpeg(blob: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await blob.slice(0, maxHeaderBytes).arrayBuffer());
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  let offset = 2;
  while (bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xc0 || marker === 0xc1) return true;
    if (marker === 0xc2 || marker === 0xda) return false;
    offset += 2 + (bytes[offset + 2] ?? 0) * 256 + (bytes[offset + 3] ?? 0);
  }
  return false;
}

function requireAcceptedSize({ width, height }: PictureSize): void {
  if (width * height > maxPicturePixels)
    throw new Error(`the picture has more than ${maxPicturePixels / 1e6} megapixels`);
}
