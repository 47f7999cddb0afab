import type { ThumbnailMaker } from '../../domain/picture/archive/ports.ts';
import { composingPages } from '../composer/page.ts';
import { createAppFileServer } from '../windows/app-files.ts';
import { thumbnailMaker } from './thumbnails.ts';

/**
 * Small pictures, drawn in a hidden page.
 *
 * @param folder where they go
 * @param pages the built pages
 * @param pictures the kept pictures
 */
export const thumbnailsHere = ({
  folder,
  pages,
  pictures,
}: Readonly<Record<'folder' | 'pages' | 'pictures', string>>): ThumbnailMaker =>
  thumbnailMaker({
    folder,
    openPage: composingPages(createAppFileServer({ pages, pictures }), 'overhead-thumbnails'),
  });
