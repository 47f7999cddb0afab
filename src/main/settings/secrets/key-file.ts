import { readFileSync, renameSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import type { KeyFile } from '../api-key.ts';
import { writeWholeSync } from '#platform/files/atomic.ts';

const fileSchema = z.object({
  version: z.literal(1),
  kept: z.enum(['keyring', 'plain']),
  sealed: z.base64().min(1).max(16_384),
});

/**
 * The sealed API key at `path`, which only this person may read.
 *
 * @param now milliseconds since the Unix epoch
 */
export function createKeyFile(path: string, now: () => number): KeyFile {
  return {
    read() {
      let text: string;
      try {
        text = readFileSync(path, 'utf8');
      } catch (error) {
        // A file that may not be read is as good as none, and is left alone.
        codeOf(error);
        return null;
      }
      const file = fileSchema.safeParse(parseJson(text)).data;
      if (file === undefined) return 'wrong';
      return { kept: file.kept, sealed: Buffer.from(file.sealed, 'base64') };
    },
    write: ({ kept, sealed }) =>
      onDisk(() => {
        const file = { version: 1, kept, sealed: Buffer.from(sealed).toString('base64') };
        writeWholeSync(path, `${JSON.stringify(file)}\n`, { mode: 0o600 });
      }),
    remove: () => onDisk(() => rmSync(path, { force: true })),
    setAside() {
      const aside = `${path}.unusable-${new Date(now()).toISOString().replaceAll(/[:.]/g, '-')}`;
      onDisk(() => renameSync(path, aside));
      return aside;
    },
  };
}

function onDisk(work: () => void): Result<null> {
  try {
    work();
    return ok(null);
  } catch (error) {
    return fail({ kind: 'storage', code: codeOf(error) });
  }
}

/** The system’s code of an error of the disk; any other error is thrown again. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'errno' in error && 'code' in error) return String(error.code);
  throw error;
}
