import { createReadStream } from 'node:fs';
import { access, type FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '#shared/failure.ts';
import { createTextDecoder, NotTextError } from '#shared/text-decoder.ts';
import { writeFileAtomic, copyFileAtomic } from './atomic.ts';
import { attemptStorageAsync, storageFailure } from './attempt.ts';

export type TransferFiles = typeof transferFiles;

/** The last part of a path that the user chose, with the separators of any system. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/**
 * Writes a text to the file that the user selects with `choose`. Returns the path of the file, or null if the user
 * selects none. Fails with a failure of `choose`, or with `storage`.
 *
 * @param text the text, or a function that returns the text for the path of the file
 */
export async function exportText(
  text: string | ((path: string) => string),
  files: Pick<TransferFiles, 'write'>,
  choose: () => Promise<Result<string | null>>,
): Promise<Result<string | null>> {
  const chosenPath = await choose();
  if (!chosenPath.ok || chosenPath.value === null) return chosenPath;
  const content = typeof text === 'string' ? text : text(chosenPath.value);
  const writeResult = await files.write(chosenPath.value, [ok(content)]);
  return writeResult.ok ? chosenPath : writeResult;
}

/** The size of the parts in which a file is read, in bytes. The import of the posts in one part takes about 10 ms. */
const readChunkBytes = 32 * 1024;
/** The length from which collected text is written to the file, in UTF-16 units. */
const writeChunkLength = 256 * 1024;

/** Reads and writes files outside the app's own folder. Fails with `storage`, and `read` with `malformed`, too. */
export const transferFiles = {
  /**
   * Writes a file atomically. If a part is a failure, returns that failure and leaves the old file.
   *
   * @param anew true: an existing file keeps its permissions, and if `path` is a link of the user, the target of the
   *   link is written
   */
  async write(path: string, parts: Iterable<Result<string>>, anew = false): Promise<Result<null>> {
    try {
      await writeFileAtomic(path, (file) => writeAll(file, parts), { anew });
      return ok(null);
    } catch (error) {
      return error instanceof FailedPartError ? error.part : fail(storageFailure(error));
    }
  },

  /** Whether there is a file or a folder at this path. */
  exists: (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    ),

  /**
   * Yields the text of a file in parts, and lets other code run between two parts, so that an import does not block the
   * app. After an error, the last part is a failure: `malformed` if the file is not text in UTF-8 or UTF-16.
   */
  async *read(path: string): AsyncGenerator<Result<string>, void> {
    try {
      const decoder = createTextDecoder();
      const stream = createReadStream(path, { highWaterMark: readChunkBytes });
      for await (const part of stream) yield ok(decoder.part(part as Buffer));
      const rest = decoder.end();
      if (rest !== '') yield ok(rest);
    } catch (error) {
      yield fail(
        error instanceof NotTextError
          ? { kind: 'malformed', detail: error.message }
          : storageFailure(error),
      );
    }
  },
};

/** Carries a failed part out of `writeFileAtomic`, which only an error can end early. */
class FailedPartError extends Error {
  readonly part: Result<never>;

  constructor(part: Result<never>) {
    super('a part failed');
    this.part = part;
  }
}

async function writeAll(file: FileHandle, parts: Iterable<Result<string>>): Promise<void> {
  let chunk = '';
  for (const part of parts) {
    if (!part.ok) throw new FailedPartError(part);
    chunk += part.value;
    if (chunk.length < writeChunkLength) continue;
    await file.writeFile(chunk);
    chunk = '';
  }
  await file.writeFile(chunk);
}

/** Copies a file; an existing file at `to` is replaced only by a complete copy. */
export async function copyFile(from: string, to: string): Promise<Result<null>> {
  const copyResult = await attemptStorageAsync(() => copyFileAtomic(from, to));
  return copyResult.ok ? ok(null) : copyResult;
}
