import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The content of every file below a folder, by its path. */
export async function filesIn(folder: string): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      // A file that was removed after it was listed counts as empty.
      contents.set(path, await readFile(path, 'latin1').catch(() => ''));
    }
  return contents;
}
