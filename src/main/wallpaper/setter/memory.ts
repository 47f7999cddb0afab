import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { fitSettingSchema, pictureMeasureSchema } from '#shared/wallpaper/composition.ts';
import { parseJson } from '#shared/json.ts';
import { writeWhole } from '#platform/files/atomic.ts';
import { previousSchema } from './previous.ts';

/** What was shown, in what it takes to plan it anew. */
const shownSchema = z.object({
  backend: z.string(),
  /** Which login it was set in: see `sessionMark`. */
  session: z.string(),
  measure: pictureMeasureSchema,
  title: z.string(),
  credit: z.string().nullable(),
  order: z.object({
    fit: fitSettingSchema.nullable(),
    displays: z.array(z.number()).readonly().nullable(),
  }),
  settings: z.object({ fit: fitSettingSchema, displays: z.enum(['all', 'primary']) }),
  /** What came of it: another plan is another picture. */
  plan: z.string(),
});
export type ShownNote = z.infer<typeof shownSchema>;

const noteSchema = z.object({
  previous: previousSchema.nullable(),
  /** Absolute paths of the files that the desktop shows, and of those that it showed before. */
  inUse: z.array(z.string()).readonly(),
  before: z.array(z.string()).readonly(),
  /** Null before the first, and after everything was put back. Earlier versions kept none. */
  shown: shownSchema.nullable().default(null),
  /** Whether what was there before was put back. Earlier versions wrote a word or null. */
  restored: z.union([z.boolean(), z.string()]).nullable().default(null).transform(Boolean),
});
/** What the app must know of the desktop after a restart, to put it back as it was and to tidy up. */
export type DesktopNote = z.infer<typeof noteSchema>;

const nothing: DesktopNote = {
  previous: null,
  inUse: [],
  before: [],
  shown: null,
  restored: false,
};

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
      await writeWhole(path, (file) => file.writeFile(JSON.stringify(note)));
    },
  };
}
