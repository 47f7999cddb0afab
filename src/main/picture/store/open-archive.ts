import { describeFailure } from '#shared/failure-words.ts';
import type { Composer } from '#platform/composer/composer.ts';
import type { KeptDatabase } from '#platform/database/kept-database.ts';
import { createArchive } from '../archive/archive.ts';
import { makeThumbnail } from '../thumbnails/thumbnail-maker.ts';
import { ownFolder } from './picture-folder.ts';

type ArchiveOptions = Parameters<typeof createArchive>[0];

interface OpenArchiveOptions extends Pick<
  ArchiveOptions,
  'clock' | 'state' | 'store' | 'pictureState' | 'limitBytes' | 'onDesktop'
> {
  /** The folders of the archive. */
  readonly paths: Readonly<Record<'pictures' | 'thumbnails', string>>;
  readonly composer: Pick<Composer, 'compose'>;
  readonly database: KeptDatabase;
  readonly log: (line: string) => void;
}

/** The archive of pictures in its folders, with thumbnails that the composer draws. */
export function openArchive({ paths, database, composer, log, ...options }: OpenArchiveOptions) {
  const { pictures, thumbnails } = paths;
  const archive = createArchive({
    ...options,
    pictures: ownFolder(pictures, () => database.failure()),
    thumbnails: ownFolder(thumbnails, () => database.failure()),
    makeThumbnail: (picture, signal) => makeThumbnail(composer, thumbnails, picture, signal),
    onFailure: (what, failure) => log(`archive: ${what}: ${describeFailure(failure)}`),
  });
  database.onReplaced(() => archive.buffered.flush());
  return archive;
}
