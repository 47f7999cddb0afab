/** The largest file that can be added as a photo, in bytes. */
export const maxPhotoBytes = 50 * 2 ** 20;

/** The photo of the post `id` that was added at `at`, in milliseconds since the Unix epoch. */
export interface PhotoRef {
  readonly id: string;
  readonly at: number;
}

/** The name of the photo's file. A new photo of the same post has another name. */
export const photoName = ({ id, at }: PhotoRef): string => `${id}.${at}.jpg`;

/** Matches the names that `photoName` returns. */
export const photoNamePattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.\d{1,16}\.jpg$/;
