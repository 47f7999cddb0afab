import { maxPicturePixels, type PictureSize } from '#shared/picture/picture-size.ts';

/**
 * Decodes a picture. The decoder itself reports the size before it decodes, because other parsers may read another size
 * from the same header. Rejects if the picture is too large, or if the data is not a picture.
 */
export async function decodePicture(blob: Blob): Promise<ImageBitmap> {
  requireAcceptedSize(await readImageSize(blob));
  const picture = await createImageBitmap(blob);
  requireAcceptedSize(picture);
  return picture;
}

/** The element reads only the header: a browser decodes an image when it is drawn, and this one is never drawn. */
async function readImageSize(blob: Blob): Promise<PictureSize> {
  const address = URL.createObjectURL(blob);
  try {
    const element = new Image();
    await new Promise((resolve, reject) => {
      element.onload = resolve;
      element.onerror = () => reject(new Error('the picture cannot be read'));
      element.src = address;
    });
    return { width: element.naturalWidth, height: element.naturalHeight };
  } finally {
    URL.revokeObjectURL(address);
  }
}

function requireAcceptedSize({ width, height }: PictureSize): void {
  if (width * height > maxPicturePixels)
    throw new Error(`the picture has more than ${maxPicturePixels / 1e6} megapixels`);
}
