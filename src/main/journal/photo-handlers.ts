import type { Handlers } from '#shared/contract.ts';
import { fail, type Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import type { NewPhoto, PhotoChoice } from '#shared/journal/photo-schema.ts';
import type { Journal } from './journal.ts';
import type { PhotoStore } from './store/photo-store.ts';

/** The commands for the photo of a post. */
export function createPhotoHandlers(
  journal: Pick<Journal, 'get' | 'usePhoto'>,
  photos: Pick<PhotoStore, 'has' | 'write'>,
  now: () => number,
) {
  /** Two photos that are added in the same millisecond get different names. */
  let lastTime = 0;

  return {
    async addPhoto({ id, file }: NewPhoto): Promise<Result<JournalPost>> {
      const at = (lastTime = Math.max(Math.round(now()), lastTime + 1));
      const writeResult = await photos.write({ id, at }, file);
      return writeResult.ok ? journal.usePhoto({ id, at }) : writeResult;
    },
    usePhoto({ id, at }: PhotoChoice): Result<JournalPost> {
      const post = journal.get(id);
      if (!post.ok) return post;
      // A page can name only photos that were added to this post.
      if (at !== null && !photos.has({ id, at })) return fail({ kind: 'not-found' });
      return journal.usePhoto({ id, at });
    },
  } satisfies Pick<Handlers['journal'], 'addPhoto' | 'usePhoto'>;
}
