import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { systemCodeOf } from '../../../shared/system-error.ts';

/** Under its name there is the whole file or nothing. Makes the folder where it is missing. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<Result<null>> {
  const draft = join(dirname(path), `.${randomUUID()}.part`);
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(draft, 'w');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    return ok(null);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    const code = systemCodeOf(error);
    if (code === null) throw error;
    return fail({ kind: 'storage', code });
  }
}
