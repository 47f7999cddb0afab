import { join } from 'node:path';
import type { ComposingOrder, PictureMeasure } from '#shared/wallpaper/composition.ts';
import { fail, ok } from '#shared/failure.ts';
import type { Exchange } from '#platform/compositor/exchange.ts';
import { composingFailure } from '#platform/compositor/exchange.ts';
import { createComposer, type ComposingPage } from '#platform/compositor/composer.ts';
import { cover } from '#platform/compositor/placement.ts';
import type { ThumbnailMaker } from '../ports.ts';
import { storeFile } from '../store/picture-folder.ts';

/** In pixels: 3:2, sharp in a grid also on a display of twice the density. */
const size = { width: 480, height: 320 };
const canvas = { x: 0, y: 0, ...size };

/** The part of the picture around its focus that fills the canvas. */
export function planThumbnail(measure: PictureMeasure): ComposingOrder {
  const source = cover(measure, canvas);
  const part = { at: canvas, source, drawn: canvas, extension: null, caption: null };
  return { compositions: [{ ...size, parts: [part] }], lossless: false };
}

/** Makes thumbnails as JPEG files in `folder`, drawn by the composing page. */
export function createThumbnailMaker({
  folder,
  openPage,
}: {
  readonly folder: string;
  readonly openPage: (answer: Exchange['answer']) => ComposingPage;
}): ThumbnailMaker {
  const composer = createComposer({ openPage });
  return {
    async make({ path, file }, signal) {
      const made = await composer.compose({ path, plan: planThumbnail }, signal);
      if (!made.ok) return made;
      const [jpeg] = made.value;
      if (jpeg?.format !== 'jpeg') return fail(composingFailure('what came is no JPEG'));
      // The same picture bytes give the same name.
      const name = `${file.name.replace(/\.\w+$/, '')}.jpg`;
      const kept = await storeFile(join(folder, name), jpeg.bytes);
      return kept.ok ? ok({ name, bytes: jpeg.bytes.length }) : kept;
    },
    close: () => composer.close(),
  };
}
