import { mostPicturePixels, type PictureSize } from '#shared/picture/picture-size.ts';

/**
 * Decodes a picture. Its size is asked of the decoder itself before it decodes: what a header said to somebody else
 * need not be what this one makes of it. Rejects when it is too large or no picture.
 */
export async function decodePicture(blob: Blob): Promise<ImageBitmap> {
  guardSize(await sizeOf(blob));
  const picture = await createImageBitmap(blob);
  guardSize(picture);
  return picture;
}

/** The element reads only the header: pixels are decoded when it is drawn, and it is never drawn. */
async function sizeOf(blob: Blob): Promise<PictureSize> {
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

function guardSize({ width, height }: PictureSize): void {
  if (width * height > mostPicturePixels)
    throw new Error(`the picture has more than ${mostPicturePixels / 1e6} megapixels`);
}
