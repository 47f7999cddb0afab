/**
 * The names of the app's own files. A folder of the app may hold files of other programs, because `--user-data-dir` may
 * name a folder that is shared with them: only files with these names are removed.
 */

/** A downloaded picture: its day, and the beginning of its hash. */
export const pictureName = /^(\d{4}-\d{2}-\d{2})-[\da-f]{8}\.(?:jpg|png|gif|webp)$/;

/** A thumbnail or a rendition of such a picture. */
export const drawnName = /^\d{4}-\d{2}-\d{2}-[\da-f]{8}\.(?:jpg|png)$/;
