import { readFileSync } from 'node:fs';
import { strict } from './absent.ts';
import { decodePng, encodePng, resizeBitmap, type Bitmap } from './png.ts';

type Members =
  | 'isEmpty'
  | 'getSize'
  | 'toPNG'
  | 'resize'
  | 'setTemplateImage'
  | 'isTemplateImage'
  | 'addRepresentation';

/** Electron's NativeImage, of PNGs only; representations are told apart by their width. */
export class NativeImage implements Pick<Electron.NativeImage, Exclude<Members, 'resize'>> {
  private readonly bitmaps: Bitmap[] = [];
  private template = false;

  constructor(bitmap?: Bitmap) {
    if (bitmap) this.bitmaps.push(bitmap);
    return strict('NativeImage', this);
  }

  isEmpty(): boolean {
    return this.bitmaps.length === 0;
  }

  getSize(): Electron.Size {
    const { width = 0, height = 0 } = this.bitmaps[0] ?? {};
    return { width, height };
  }

  toPNG(): Buffer<ArrayBuffer> {
    const [bitmap] = this.bitmaps;
    return Buffer.from(bitmap ? encodePng(bitmap) : []);
  }

  resize({ width, height }: Electron.ResizeOptions): NativeImage {
    const largest = this.bitmaps.toSorted((a, b) => b.width - a.width)[0];
    if (!largest) return new NativeImage();
    const ratio = largest.height / largest.width;
    const w = width ?? Math.round((height ?? largest.height) / ratio);
    return new NativeImage(resizeBitmap(largest, w, height ?? Math.round(w * ratio)));
  }

  setTemplateImage(option: boolean): void {
    this.template = option;
  }

  isTemplateImage(): boolean {
    return this.template;
  }

  addRepresentation({ buffer, dataURL }: Electron.AddRepresentationOptions): void {
    const png = buffer ?? Buffer.from(dataURL?.split(',')[1] ?? '', 'base64');
    this.bitmaps.push(decodePng(Buffer.from(png)));
  }

  /** Every size there is: what a tray or a notification shows. */
  representations(): readonly Bitmap[] {
    return this.bitmaps;
  }
}

const fromPng = (png: Buffer): NativeImage => {
  try {
    return new NativeImage(decodePng(png));
  } catch {
    // As Electron: what cannot be read is an empty image.
    return new NativeImage();
  }
};

/** Reads an image file; an unreadable one gives an empty image. */
export function imageFromPath(path: string): NativeImage {
  try {
    return fromPng(readFileSync(path));
  } catch {
    return new NativeImage();
  }
}

/** Electron's `nativeImage`. */
export const nativeImage = strict('nativeImage', {
  createEmpty: () => new NativeImage(),
  createFromPath: imageFromPath,
  createFromBuffer: (buffer: Buffer) => fromPng(buffer),
  createFromDataURL: (url: string) => fromPng(Buffer.from(url.split(',')[1] ?? '', 'base64')),
});
