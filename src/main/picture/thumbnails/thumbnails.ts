import { join } from 'node:path';
import type { ComposingOrder, PictureMeasure } from '#shared/wallpaper/composition.ts';
import { fail, ok } from '#shared/failure.ts';
import type { ThumbnailMaker } from '../ports.ts';
import { cover } from '#platform/compositor/placement.ts';
import { createComposer } from '#platform/compositor/composer.ts';
import { composingFailure } from '#platform/compositor/order.ts';
import type { ReusablePage } from '#platform/compositor/page.ts';
import { keepAlive } from './keep-alive.ts';
import { storeFile } from './store-file.ts';
import type { Exchange } from '#platform/compositor/exchange.ts';

/** In pixels: 3:2, sharp in a grid also on a display of twice the density. */
const size = { width: 480, height: 320 };
const canvas = { x: 0, y: 0, ...size };

/** The part of the picture around its focus that fills the canvas. */
export const planThumbnail = (measure: PictureMeasure): ComposingOrder => ({
  compositions: [
    {
      ...size,
      parts: [
        ...[
          {
            at: canvas,
            source: cover(measure, canvas),
            drawn: canvas,
            extension: null,
            caption: null,
          },
        ],
      ],
    },
  ],
  lossless: false,
});

export interface ThumbnailMakerOptions {
  readonly folder: string;
  readonly openPage: (answer: Exchange['answer']) => ReusablePage;
  /** The time limit for one thumbnail, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Makes thumbnails as JPEG files in `folder`, drawn by the composing page. */
export function createThumbnailMaker(options: ThumbnailMakerOptions): ThumbnailMaker {
  const { folder, openPage, ...limits } = options;
  const pages = keepAlive(openPage);
  const composer = createComposer({ openPage: pages.openPage, ...limits });

  return {
    async make({ path, file }, signal) {
      const made = await composer.compose({ path, plan: planThumbnail }, signal);
      if (!made.ok) {
        // Use a new page after any failure.
        pages.close();
        return made;
      }
      const [jpeg] = made.value;
      if (jpeg?.format !== 'jpeg') return fail(composingFailure('what came is no JPEG'));
      // The same picture bytes give the same name.
      const name = `${file.name.replace(/\.\w+$/, '')}.jpg`;
      const kept = await storeFile(join(folder, name), jpeg.bytes);
      return kept.ok ? ok({ name, bytes: jpeg.bytes.length }) : kept;
    },
    rest: () => pages.close(),
  };
}
