import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { fitSettingSchema, pictureMeasureSchema } from '#shared/wallpaper/composition.ts';
import { limitMarks } from '#shared/fold-text.ts';
import { pictureDateSchema } from '#shared/picture/picture.ts';
import { parseJson } from '#shared/json.ts';
import { copyFileAtomic, makeFolder, writeFileAtomic } from '#platform/files/atomic.ts';
import { isMissingFileError } from '#platform/files/attempt.ts';
import { asidePath } from '#platform/files/quarantine.ts';
import type { DesktopSetting } from '../desktops/backend.ts';

/** The user's own settings of a desktop, by the backend's keys; null if a key was not set. */
const previousSchema = z.object({
  backend: z.string(),
  values: z.record(z.string(), z.string().nullable()),
});
export type PreviousSettings = z.infer<typeof previousSchema>;

/**
 * Whether the value of a setting names a file below one of the folders. The path or URL of the file must be at the
 * beginning of the value, or after a quote. macOS may report decomposed letters for a path with composed ones, and
 * Windows another case or the prefix of a long path.
 */
export function namesFileBelow(folders: readonly string[]): (value: string) => boolean {
  const isWindows = folders.some((folder) => folder.includes('\\'));
  const normal = (text: string): string => {
    const composed = limitMarks(text).normalize('NFC');
    return isWindows ? composed.replace(/^\\\\\?\\/, '').toLowerCase() : composed;
  };
  const beginnings = folders.flatMap((folder) => {
    const windows = folder.includes('\\');
    const { href } = pathToFileURL(folder, { windows });
    const separator = windows ? '\\' : '/';
    return [`${folder}${separator}`, `${href}/`, `${href.replaceAll("'", '%27')}/`].map(normal);
  });
  const quotes = ['"', "'"];
  return (given) => {
    const value = normal(given);
    return beginnings.some(
      (beginning) =>
        value.startsWith(beginning) || quotes.some((quote) => value.includes(quote + beginning)),
    );
  };
}

/**
 * Updates the recorded settings of the user before `settings` are written. Records a value of the user, also one chosen
 * since the app's last picture. If the present value is the app's, keeps the earlier record. Pure.
 *
 * @param present the present settings, or null if the desktop does not report them
 * @param written the values that the app wrote last; with other displays connected they may differ from `settings`
 */
export function mergePreviousSettings(
  backend: string,
  recorded: PreviousSettings | null,
  present: ReadonlyMap<string, string> | null,
  settings: readonly DesktopSetting[],
  isOurs: (value: string) => boolean,
  written: DesktopRecord['written'] = {},
): PreviousSettings {
  const values = { ...(recorded?.backend === backend ? recorded.values : {}) };
  for (const { key, value } of settings) {
    const currentValue = present?.get(key) ?? null;
    const isRecorded = Object.hasOwn(values, key);
    if (currentValue !== null && isOurs(currentValue)) continue;
    // Keep the record if the present value is the one to write, or the one that the app wrote last.
    if (isRecorded && (currentValue === value || currentValue === (written[key] ?? null))) continue;
    values[key] = currentValue;
  }
  return { backend, values };
}

/** The parts of a picture that are needed to plan it again. */
const plannedPictureSchema = z.object({
  measure: pictureMeasureSchema,
  title: z.string(),
  credit: z.string().nullable(),
  date: pictureDateSchema,
  explanation: z.string(),
});
export type PlannedPicture = z.infer<typeof plannedPictureSchema>;

/** The wallpaper that was set, with everything needed to plan it again. */
const shownSchema = z.object({
  backend: z.string(),
  /** The login session in which the wallpaper was set: see `sessionMark`. */
  session: z.string(),
  ...plannedPictureSchema.shape,
  /** The pictures of displays that do not show the primary's, by the display's id. */
  others: z.record(z.string(), plannedPictureSchema),
  order: z.object({
    fit: fitSettingSchema.nullable(),
    displays: z.array(z.number()).readonly().nullable(),
  }),
  settings: z.object({ fit: fitSettingSchema, displays: z.enum(['all', 'primary']) }),
  /** The signature of the plan: another signature means another picture. */
  plan: z.string(),
});
export type ShownRecord = z.infer<typeof shownSchema>;

const recordSchema = z.object({
  previous: previousSchema.nullable(),
  /** Absolute paths of the files that the desktop shows. */
  activeFiles: z.array(z.string()).readonly(),
  /** Absolute paths of the files that the desktop showed before `activeFiles`. */
  previousFiles: z.array(z.string()).readonly(),
  /** The wallpaper that the app set last; null before the first picture. */
  shown: shownSchema.nullable(),
  /** The values that the app wrote last, by the backend's keys. */
  written: z.record(z.string(), z.string().nullable()),
  /** Absolute path of the primary display's picture, for the lock screen; null before the first picture. */
  primary: z.string().nullable(),
  /**
   * The lock screen's record; null: the lock screen shows the user's own picture. `pictures`: the app's pictures that
   * the lock screen may show.
   */
  lockScreen: z
    .object({ previous: previousSchema, pictures: z.array(z.string()).readonly() })
    .nullable(),
  /** Whether the user's own wallpaper was restored. */
  restored: z.boolean(),
});
/** All data that are needed after a restart to restore the desktop and to remove old files. */
export type DesktopRecord = z.infer<typeof recordSchema>;

/** The record before the first picture. */
export const emptyRecord: DesktopRecord = {
  previous: null,
  activeFiles: [],
  previousFiles: [],
  shown: null,
  written: {},
  primary: null,
  lockScreen: null,
  restored: false,
};

/** The store of the record. `read` and `write` reject with the system's error. */
export type DesktopStore = ReturnType<typeof createDesktopStore>;

/**
 * Reads and writes the record at `path`. It is stored in the folder of the wallpaper files, because it is useless
 * without them.
 *
 * @param now milliseconds since the Unix epoch
 */
export function createDesktopStore(path: string, now: () => number) {
  /** The last record of this run, which is used if a cleaner has removed the file. */
  let lastRecord = emptyRecord;
  async function write(record: DesktopRecord): Promise<void> {
    makeFolder(dirname(path));
    await writeFileAtomic(path, (file) => file.writeFile(JSON.stringify(record)));
    lastRecord = record;
  }
  return {
    write,

    /**
     * Returns the record. If it is damaged or a later version wrote it, copies it aside, and stores and returns its
     * readable parts. Set no wallpaper while this rejects, because the user's own wallpaper would be lost.
     */
    async read() {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (isMissingFileError(error)) return null;
        throw error;
      });
      if (text === null) return lastRecord;
      const wholeRecord = recordSchema.safeParse(parseJson(text)).data;
      if (wholeRecord !== undefined) return (lastRecord = wholeRecord);
      const partialRecord = parseRecordParts(text);
      // Copy the record before replacing it, so that it is always on the disk.
      await copyFileAtomic(path, asidePath(path, now()));
      await write(partialRecord);
      return partialRecord;
    },
  };
}

/** The valid parts of a record, and the values of an empty record for the others. */
function parseRecordParts(text: string): DesktopRecord {
  const file = parseJson(text);
  // A truncated file still has the user's settings at its beginning.
  const fields: object =
    typeof file === 'object' && file !== null
      ? file
      : {
          previous: findObjectAfter(text, /^\{"previous":(?=\{)/),
          lockScreen: findObjectAfter(text, /"lockScreen":(?=\{)/),
        };
  const parts = Object.entries(recordSchema.shape).flatMap(([key, schema]) => {
    const part = schema.safeParse(Reflect.get(fields, key));
    return part.success ? [[key, part.data] as const] : [];
  });
  return recordSchema.parse({ ...emptyRecord, ...Object.fromEntries(parts) });
}

/** The first complete object that follows `start` in a JSON text; null if there is none. */
function findObjectAfter(text: string, start: RegExp): unknown {
  const match = start.exec(text);
  if (match === null) return null;
  const startIndex = match.index + match[0].length;
  for (let end = text.indexOf('}', startIndex); end !== -1; end = text.indexOf('}', end + 1)) {
    const value = parseJson(text.slice(startIndex, end + 1));
    if (value !== null) return value;
  }
  return null;
}
