import { createReadStream } from 'node:fs';
import { access, type FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '#shared/failure.ts';
import { writeWhole, copyWhole } from './atomic.ts';
import { attemptAsync, storageFailure } from './attempt.ts';

export type TransferFiles = typeof transferFiles;

/**
 * Asks for a file and writes `text` to it. Returns the path, null when no file was chosen; fails as `choose` does, and
 * with `storage`.
 */
export async function exportText(
  text: string,
  files: Pick<TransferFiles, 'write'>,
  choose: () => Promise<Result<string | null>>,
): Promise<Result<string | null>> {
  const chosen = await choose();
  if (!chosen.ok || chosen.value === null) return chosen;
  const written = await files.write(chosen.value, [ok(text)]);
  return written.ok ? chosen : written;
}

/** Bytes of a part: the journal imports its posts in about 10 ms. */
const readAtOnce = 32 * 1024;
/** UTF-16 units that are written in one call. */
const chunkLength = 256 * 1024;

/** Files outside the app's own folder. The only failure is `storage`. */
export const transferFiles = {
  /**
   * Writes a file atomically; the first failed part ends the write.
   *
   * @param anew true for a file that is kept up to date: its permissions stay, and a link to it is followed
   */
  async write(path: string, parts: Iterable<Result<string>>, anew = false): Promise<Result<null>> {
    try {
      await writeWhole(path, (file) => writeAll(file, parts), { anew });
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
   * Yields the text in parts, with a turn of the event loop between them, so that an import does not block the app. The
   * first failure ends the text.
   */
  async *read(path: string): AsyncGenerator<Result<string>, void> {
    try {
      const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: readAtOnce });
      for await (const part of stream) yield ok(String(part));
    } catch (error) {
      yield fail(storageFailure(error));
    }
  },
};

/** Passes the first failed part through the function that writes the file. */
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
    if (chunk.length < chunkLength) continue;
    await file.writeFile(chunk);
    chunk = '';
  }
  await file.writeFile(chunk);
}

/** Copies a file; an existing file at `to` is replaced only by a complete copy. */
export async function copyFile(from: string, to: string): Promise<Result<null>> {
  const copied = await attemptAsync(() => copyWhole(from, to));
  return copied.ok ? ok(null) : copied;
}
