import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { ok, type Failure } from '#shared/failure.ts';
import { systemCodeOf } from '#shared/system-error.ts';
import { refuse, type UpdateResult } from '#shared/updates/update.ts';
import type { ManifestFile } from '../manifest.ts';
import type { UpdateFeed } from '../ports.ts';

export interface FetchFile {
  readonly feed: UpdateFeed;
  readonly file: ManifestFile;
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
  /** How the new file is opened. */
  readonly openFile?: (path: string) => Promise<FileHandle>;
}

/** Only the person whom the app runs for reads or writes it. */
const openNew = (path: string): Promise<FileHandle> => open(path, 'wx', 0o700);

/** Progress is told about this often: in bytes. */
const stepBytes = 2 ** 20;

/** Brings one file to `path`, and answers well only when its size and hash are those of the manifest. */
export async function fetchFile(order: FetchFile, path: string): Promise<UpdateResult<null>> {
  const { feed, file, onProgress, signal, openFile = openNew } = order;
  const hash = createHash('sha512');
  let bytes = 0;
  let told = 0;
  try {
    const handle = await openFile(path);
    try {
      const take = async (piece: Uint8Array): Promise<Failure | null> => {
        try {
          await handle.appendFile(piece);
        } catch (error) {
          return storageFailure(error);
        }
        hash.update(piece);
        bytes += piece.length;
        if (bytes - told >= stepBytes || bytes === file.size) {
          told = bytes;
          onProgress(bytes);
        }
        return null;
      };
      const got = await feed.file(file, take, signal);
      if (!got.ok) return refuse({ kind: 'download', failure: got.failure });
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    return refuse({ kind: 'download', failure: storageFailure(error) });
  }
  if (bytes !== file.size) return refuse({ kind: 'download', failure: { kind: 'truncated' } });
  if (hash.digest('base64') !== file.sha512) return refuse({ kind: 'wrong-file' });
  return ok(null);
}

/** The system's refusal as data; anything else is a defect. */
export function storageFailure(error: unknown): Failure {
  const code = systemCodeOf(error);
  if (code === null) throw error;
  return { kind: 'storage', code };
}
