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

/** Electron's NativeImage, of one PNG or JPEG. */
export class NativeImage {
  /** Null when the image is empty, and for a JPEG, which is not decoded. */
  readonly bitmap: Bitmap | null;
  /** The path of the image's file; null when the image is empty. */
  readonly path: string | null;

  constructor(path: string | null, bitmap: Bitmap | null) {
    this.path = path;
    this.bitmap = bitmap;
    return strictObject('NativeImage', this);
  }

  isEmpty(): boolean {
    return this.path === null;
  }
}

/** The first three bytes of a JPEG file. */
const jpegMark = 0xffd8ff;

/** Electron's `nativeImage`. */
export const nativeImage = strictObject('nativeImage', {
  /** Returns an empty image for a file that cannot be read, as `shell/common/api/electron_api_native_image.cc` does. */
  createFromPath(path: string): NativeImage {
    try {
      const bytes = readFileSync(path);
      if (bytes.readUIntBE(0, 3) === jpegMark) return new NativeImage(path, null);
      const { width, height, data } = PNG.sync.read(bytes);
      return new NativeImage(path, { width, height, rgba: data });
    } catch {
      return new NativeImage(null, null);
    }
  },
});
