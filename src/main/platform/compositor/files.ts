import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { draftName, makeFolder, writeWhole } from '../files/atomic.ts';
import type { Composed } from './exchange.ts';

/**
 * The folder of finished wallpapers. No name is used twice: desktops that get the same path again keep the old picture
 * (macOS, GNOME's cache). Names are `<set>-<index>.<extension>`; a set is what was shown at the same time.
 */
export interface CompositionFiles {
  /** Writes a set and returns its absolute paths in order. Rejects with the system's error, and then leaves nothing. */
  write(date: string, composed: readonly Composed[]): Promise<readonly string[]>;
  /**
   * Removes all files but `inUse`, `before` (a desktop may still be fading from them), and those whose names `isNamed`
   * accepts: what a display keeps while others change.
   */
  tidy(
    inUse: readonly string[],
    before: readonly string[],
    isNamed?: (name: string) => boolean,
  ): Promise<void>;
  /** Whether the path is a wallpaper in this folder. */
  isOurs(path: string): boolean;
}

const extensions = { jpeg: 'jpg', png: 'png' } as const;

export function compositionFiles(folder: string): CompositionFiles {
  const nameOf = (path: string): string | null => {
    const name = path.startsWith(join(folder, '/')) ? path.slice(join(folder, '/').length) : '';
    const isComposition = /^\d{4}-\d\d-\d\d-[0-9a-f]{8}-\d+\.(jpg|png)(\.part)?$/.test(name);
    return isComposition || draftName.test(name) ? name : null;
  };

  return {
    async write(date, composed) {
      makeFolder(folder);
      const set = `${date}-${randomUUID().slice(0, 8)}`;
      const paths = composed.map(({ format }, index) =>
        join(folder, `${set}-${index}.${extensions[format]}`),
      );
      try {
        for (const [index, { bytes }] of composed.entries())
          // The login screen, which runs as another user, may show it too.
          await writeWhole(paths[index] ?? '', (file) => file.writeFile(bytes), { mode: 0o644 });
      } catch (error) {
        for (const path of paths) await rm(path, { force: true });
        throw error;
      }
      return paths;
    },
    async tidy(inUse, before, isNamed = () => false) {
      const kept = new Set([...inUse, ...before]);
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        const path = join(folder, name);
        const isKept = kept.has(path) || isNamed(name);
        if (nameOf(path) !== null && !isKept) await rm(path, { force: true });
      }
    },
    isOurs: (path) => nameOf(path) !== null,
  };
}
