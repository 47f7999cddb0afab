import { strictObject } from './api.ts';

/** Electron's NativeImage, as the path of a file, which only the tray decodes. */
export interface NativeImage {
  readonly path: string;
  /** Returns false; Electron returns true for a file that it cannot decode. */
  isEmpty(): boolean;
}

/** Electron's `nativeImage`. */
export const nativeImage = strictObject('nativeImage', {
  createFromPath: (path: string): NativeImage =>
    strictObject('NativeImage', { path, isEmpty: () => false }),
});
