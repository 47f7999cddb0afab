import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Result } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import { decodeText } from '#shared/text-decoder.ts';
import { removeFile, writeFileAtomicSync } from '#platform/files/atomic.ts';
import { attemptStorage, attemptStorageWrite } from '#platform/files/attempt.ts';
import { putAside } from '#platform/files/quarantine.ts';
import type { SealedKey } from './sealing.ts';

export type KeyFile = ReturnType<typeof createKeyFile>;

const fileSchema = z.object({
  version: z.literal(1),
  storage: z.enum(['keyring', 'plain']),
  sealed: z.base64().min(1).max(16_384),
});

/**
 * The file with the encrypted API key, mode 600.
 *
 * @param now milliseconds since the Unix epoch
 */
export const createKeyFile = (path: string, now: () => number) => ({
  /** Returns the content of the file, `wrong` if the file is malformed, or null if it is missing or cannot be read. */
  read(): SealedKey | 'wrong' | null {
    const bytes = attemptStorage(() => readFileSync(path));
    // A file that cannot be read counts as missing, and is not changed.
    if (!bytes.ok) return null;
    const file = fileSchema.safeParse(parseJson(decodeText(bytes.value) ?? '')).data;
    if (file === undefined) return 'wrong';
    return { storage: file.storage, sealed: Buffer.from(file.sealed, 'base64') };
  },
  /** Fails with `storage`. */
  write: ({ storage, sealed }: SealedKey): Result<null> =>
    attemptStorageWrite(() => {
      const file = { version: 1, storage, sealed: Buffer.from(sealed).toString('base64') };
      writeFileAtomicSync(path, `${JSON.stringify(file)}\n`, { mode: 0o600 });
    }),
  /** Fails with `storage`. */
  remove: (): Result<null> => attemptStorageWrite(() => removeFile(path)),
  /** Sets an unusable file aside. Returns its new path, or the present one if the disk refuses to rename the file. */
  putAside() {
    const asideResult = attemptStorage(() => putAside(path, now()));
    return asideResult.ok ? asideResult.value : path;
  },
});
