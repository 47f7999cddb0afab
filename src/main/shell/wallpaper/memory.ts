import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';
import { previousSchema } from './previous.ts';

const noteSchema = z.object({
  previous: previousSchema.nullable(),
  /** Absolute paths of the files that the desktop shows, and of those that it showed before. */
  inUse: z.array(z.string()).readonly(),
  before: z.array(z.string()).readonly(),
});
/** What the app must know of the desktop after a restart, to put it back as it was and to tidy up. */
export type DesktopNote = z.infer<typeof noteSchema>;

const nothing: DesktopNote = { previous: null, inUse: [], before: [] };

export interface DesktopMemory {
  read(): Promise<DesktopNote>;
  /** Rejects with the system's error. */
  write(note: DesktopNote): Promise<void>;
}

/** Kept beside the wallpapers themselves: what one is worth without the other is nothing. */
export function desktopMemory(path: string): DesktopMemory {
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(() => '');
      return noteSchema.safeParse(parseJson(text)).data ?? nothing;
    },
    async write(note) {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(`${path}.part`, 'w');
      try {
        await file.writeFile(JSON.stringify(note));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
  };
}
