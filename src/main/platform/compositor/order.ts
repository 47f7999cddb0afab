import type { ComposingOrder, PictureMeasure } from '#shared/wallpaper/composition.ts';
import type { Failure, Result } from '#shared/failure.ts';

/** A picture to make wallpapers of. */
export interface Order {
  /** Absolute path. */
  readonly path: string;
  /** Told what the decoded picture is, decides what to make of it. */
  readonly plan: (measure: PictureMeasure) => ComposingOrder;
}

/** A finished wallpaper, not yet on the disk. */
export interface Composed {
  readonly bytes: Uint8Array;
  readonly format: 'jpeg' | 'png';
}

export type ComposingFailure = Extract<Failure, { kind: 'wallpaper' }>;
export type ComposeResult = Result<readonly Composed[], ComposingFailure>;

export const composingFailure = (detail: string): ComposingFailure => ({
  kind: 'wallpaper',
  backend: null,
  detail,
});
