import type { ThumbnailMaker } from '../ports.ts';
import { composingPages } from '#platform/compositor/page.ts';
import { createAppFileServer } from '#platform/windows/app-files.ts';
import { createRenditions, type RenditionOptions, type Renditions } from './renditions.ts';
import { createThumbnailMaker } from './thumbnails.ts';

/**
 * Creates the thumbnail maker, which draws in a hidden page.
 *
 * @param folder where they go
 * @param pages the built pages
 */
export const createAppThumbnailMaker = ({
  folder,
  pages,
}: Readonly<Record<'folder' | 'pages', string>>): ThumbnailMaker =>
  createThumbnailMaker({
    folder,
    openPage: composingPages(createAppFileServer({ pages }), 'overhead-thumbnails'),
  });

/** Creates the renditions, which are drawn in a hidden page. `pages`: the built pages. */
export const createAppRenditions = ({
  pages,
  ...options
}: Omit<RenditionOptions, 'openPage'> & { readonly pages: string }): Renditions =>
  createRenditions({
    ...options,
    openPage: composingPages(createAppFileServer({ pages }), 'overhead-renditions'),
  });
