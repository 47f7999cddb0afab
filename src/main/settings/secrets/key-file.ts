import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import { removeFile, writeWholeSync } from '#platform/files/atomic.ts';
import { attempt, attemptWrite } from '#platform/files/attempt.ts';
import { putAside } from '#platform/files/quarantine.ts';
import type { KeyFile } from '../api-key.ts';

const fileSchema = z.object({
  version: z.literal(1),
  kept: z.enum(['keyring', 'plain']),
  sealed: z.base64().min(1).max(16_384),
});

/**
 * The file with the sealed API key, mode 600.
 *
 * @param now milliseconds since the Unix epoch
 */
export const createKeyFile = (path: string, now: () => number): KeyFile => ({
  read() {
    const text = attempt(() => readFileSync(path, 'utf8'));
    // A file that cannot be read counts as missing, and is left alone.
    if (!text.ok) return null;
    const file = fileSchema.safeParse(parseJson(text.value)).data;
    if (file === undefined) return 'wrong';
    return { kept: file.kept, sealed: Buffer.from(file.sealed, 'base64') };
  },
  write: ({ kept, sealed }) =>
    attemptWrite(() => {
      const file = { version: 1, kept, sealed: Buffer.from(sealed).toString('base64') };
      writeWholeSync(path, `${JSON.stringify(file)}\n`, { mode: 0o600 });
    }),
  remove: () => attemptWrite(() => removeFile(path)),
  putAside() {
    const aside = attempt(() => putAside(path, now()));
    return aside.ok ? aside.value : path;
  },
});
