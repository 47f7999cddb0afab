import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '#shared/failure.ts';
import { systemCodeOf } from '#shared/system-error.ts';
import { writeWhole } from '#platform/files/atomic.ts';

/** Writes a whole file and creates its folder. An error of the operating system is a `storage` failure. */
export async function storeFile(path: string, bytes: Uint8Array): Promise<Result<null>> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeWhole(path, (file) => file.writeFile(bytes));
    return ok(null);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === null) throw error;
    return fail({ kind: 'storage', code });
  }
}
