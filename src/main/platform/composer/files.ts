import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { draftName, makeFolder, writeFileAtomic } from '../files/atomic.ts';
import type { ComposedFile } from './exchange.ts';

export type CompositionFiles = ReturnType<typeof compositionFiles>;

const extensions = { jpeg: 'jpg', png: 'png' } as const;

/**
 * The folder of finished wallpapers. No name is used twice, because a desktop that gets the same path again may keep
 * the old picture (macOS, GNOME's cache). Names are `<set>-<index>.<extension>`; the wallpapers of a set are shown at
 * the same time.
 */
export function compositionFiles(folder: string) {
  const nameOf = (path: string): string | null => {
    const name = path.startsWith(join(folder, '/')) ? path.slice(join(folder, '/').length) : '';
    const isComposition = /^\d{4}-\d\d-\d\d-[0-9a-f]{8}-\d+\.(jpg|png)(\.part)?$/.test(name);
    return isComposition || draftName.test(name) ? name : null;
  };

  return {
    /**
     * Writes a set and returns the absolute paths in order. Rejects with the system's error, and then leaves no file.
     */
    async write(date: string, composed: readonly ComposedFile[]): Promise<readonly string[]> {
      makeFolder(folder);
      const setName = `${date}-${randomUUID().slice(0, 8)}`;
      const paths = composed.map(({ format }, index) =>
        join(folder, `${setName}-${index}.${extensions[format]}`),
      );
      try {
        for (const [index, { bytes }] of composed.entries())
          // Readable for all: the login screen runs as another user and may show this file.
          await writeFileAtomic(paths[index] ?? '', (file) => file.writeFile(bytes), {
            mode: 0o644,
          });
      } catch (error) {
        for (const path of paths) await rm(path, { force: true });
        throw error;
      }
      return paths;
    },
    /**
     * Removes the wallpapers in the folder, and the drafts of wallpapers, except: the paths in `inUse`; the paths in
     * `previous`, from which a desktop may still be fading; and names that `isNamed` accepts, which belong to displays
     * whose picture did not change.
     */
    async tidy(
      inUse: readonly string[],
      previous: readonly string[],
      isNamed: (name: string) => boolean = () => false,
    ): Promise<void> {
      const keptPaths = new Set([...inUse, ...previous]);
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        const path = join(folder, name);
        const isKept = keptPaths.has(path) || isNamed(name);
        if (nameOf(path) !== null && !isKept) await rm(path, { force: true });
      }
    },
    /** Whether the path is that of a wallpaper in this folder, or of a draft of one. */
    isOurs: (path: string): boolean => nameOf(path) !== null,
  };
}
