import { fail, type Result } from '#shared/failure.ts';

/** A folder of photos that is empty and accepts none. */
export const noPhotos = {
  read: () => null,
  write: (): Promise<Result<null>> => Promise.resolve(fail({ kind: 'damaged' })),
};
