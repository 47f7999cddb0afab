import { describeFailure } from '#shared/failure-words.ts';
import { createComposer } from '#platform/compositor/composer.ts';
import { createPageOpener } from '#platform/compositor/page.ts';
import type { KeptDatabase } from '#platform/database/kept-database.ts';
import { createAppFileServer } from '#platform/windows/app-files.ts';
import { createArchive } from '../archive/archive.ts';
import { makeThumbnail } from '../thumbnails/thumbnail-maker.ts';
import { ownFolder } from './picture-folder.ts';

type ArchiveOptions = Parameters<typeof createArchive>[0];

interface OpenArchiveOptions extends Pick<
  ArchiveOptions,
  'clock' | 'state' | 'store' | 'pictureState' | 'limitBytes' | 'onDesktop'
> {
  /** The built pages, and the folders of the archive. */
  readonly paths: Readonly<Record<'pages' | 'pictures' | 'thumbnails', string>>;
  readonly database: KeptDatabase;
  readonly log: (line: string) => void;
}

/** The archive of pictures in its folders, with thumbnails that a page of the app draws. */
export function openArchive({ paths, database, log, ...options }: OpenArchiveOptions) {
  const { pages, pictures, thumbnails } = paths;
  const composer = createComposer({
    openPage: createPageOpener(createAppFileServer({ pages }), 'overhead-thumbnails'),
  });
  const archive = createArchive({
    ...options,
    pictures: ownFolder(pictures, () => database.failure()),
    thumbnails: ownFolder(thumbnails, () => database.failure()),
    maker: {
      make: (picture, signal) => makeThumbnail(composer, thumbnails, picture, signal),
      close: () => composer.close(),
    },
    onFailure: (what, failure) => log(`archive: ${what}: ${describeFailure(failure)}`),
  });
  database.onReplaced(() => archive.buffered.flush());
  return archive;
}
