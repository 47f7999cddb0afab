import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { strictObject } from './api.ts';

/** The pixels of an image in rows: the top row first, with four bytes per pixel. */
interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** The four bytes of each pixel: red, green, blue, alpha (not premultiplied). */
  readonly rgba: Buffer;
}

/** Electron's NativeImage, of one PNG. */
export class NativeImage {
  /** Null when the image is empty. */
  readonly bitmap: Bitmap | null;

  constructor(bitmap: Bitmap | null) {
    this.bitmap = bitmap;
    return strictObject('NativeImage', this);
  }
}

/** Electron's `nativeImage`. */
export const nativeImage = strictObject('nativeImage', {
  /** Returns an empty image for a file that cannot be read, as `shell/common/api/electron_api_native_image.cc` does. */
  createFromPath(path: string): NativeImage {
    try {
      const { width, height, data } = PNG.sync.read(readFileSync(path));
      return new NativeImage({ width, height, rgba: data });
    } catch {
      return new NativeImage(null);
    }
  },
});
