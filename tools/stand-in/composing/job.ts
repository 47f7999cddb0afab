import type { PictureMeasure } from '../../../src/shared/wallpaper/composition.ts';
import type { Display } from '../../../src/main/platform/windows/display.ts';

/** What the composing application is told, as JSON in `COMPOSING_JOB`. */
export interface Job {
  /** The folder of the built pages. */
  readonly pages: string;
  /** Where the results go. */
  readonly folder: string;
  readonly picture: {
    readonly path: string;
    readonly lossless: boolean;
  };
  readonly displays: readonly Display[];
  /** For the caption; of a galaxy far away unless told. */
  readonly text?: { readonly title: string; readonly credit: string };
  readonly timeoutMs: number;
}

/** Milliseconds since the order was given. */
export interface Done {
  readonly paths: readonly string[];
  /** What went wrong, or null. */
  readonly detail: string | null;
  /** When Chromium had started and the page asked for the picture. */
  readonly askedMs: number;
  /** Decoded and measured. */
  readonly measuredMs: number;
  readonly composedMs: number;
  /** On the disk. */
  readonly writtenMs: number;
}

/** One line of what it says. */
export type Said =
  | { readonly what: 'measured'; readonly value: PictureMeasure }
  | { readonly what: 'done'; readonly value: Done };
