import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { fitSettingSchema, pictureMeasureSchema } from '#shared/wallpaper/composition.ts';
import { parseJson } from '#shared/json.ts';
import { writeWhole } from '#platform/files/atomic.ts';
import type { Setting } from '../desktops/backend.ts';

/** What a desktop was set to by the person, by the keys of its backend; null where there was nothing. */
export const previousSchema = z.object({
  backend: z.string(),
  values: z.record(z.string(), z.string().nullable()),
});
export type Previous = z.infer<typeof previousSchema>;

/** Whether a setting's value names a file below one of the folders: as a path, or as one of the ways to write a URL. */
export function isBelow(folders: readonly string[]): (value: string) => boolean {
  const beginnings = folders.flatMap((folder) => {
    const { href } = pathToFileURL(folder);
    return [folder, href, href.replaceAll("'", '%27')];
  });
  return (value) => beginnings.some((beginning) => value.includes(beginning));
}

/**
 * What to go back to, now that `settings` are about to be written: a value of the person's own is remembered, also
 * one chosen since the app's last picture; one of the app's own leaves what was remembered before. Pure.
 *
 * @param held what the desktop has now, or null where it does not say
 */
export function mergePrevious(
  backend: string,
  before: Previous | null,
  held: ReadonlyMap<string, string> | null,
  settings: readonly Setting[],
  isOurs: (value: string) => boolean,
): Previous {
  const values = { ...(before?.backend === backend ? before.values : {}) };
  for (const { key, value } of settings) {
    const now = held?.get(key) ?? null;
    const isKnown = Object.hasOwn(values, key);
    if (now !== null && isOurs(now)) continue;
    // Style and mode: as we left them, or as they always were.
    if (now === value && isKnown) continue;
    values[key] = now;
  }
  return { backend, values };
}

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
export type ShownRecord = z.infer<typeof shownSchema>;

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
export type DesktopRecord = z.infer<typeof noteSchema>;

const nothing: DesktopRecord = {
  previous: null,
  inUse: [],
  before: [],
  shown: null,
  restored: false,
};

export interface DesktopStore {
  read(): Promise<DesktopRecord>;
  /** Rejects with the system's error. */
  write(record: DesktopRecord): Promise<void>;
}

/** Kept beside the wallpapers themselves: what one is worth without the other is nothing. */
export function createDesktopStore(path: string): DesktopStore {
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(() => '');
      return noteSchema.safeParse(parseJson(text)).data ?? nothing;
    },
    async write(record) {
      await mkdir(dirname(path), { recursive: true });
      await writeWhole(path, (file) => file.writeFile(JSON.stringify(record)));
    },
  };
}
