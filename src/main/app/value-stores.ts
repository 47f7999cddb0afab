import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import { pictureDateSchema, wallpaperSchema } from '#shared/picture/picture.ts';
import { suspensionSchema } from '#shared/app.ts';
import { viewChoicesSchema, type ViewChoices } from '#shared/view-choices.ts';
import { noUpdateRecord, updateRecordSchema } from '#shared/updates/update.ts';
import { storedPictureStateSchema } from '#picture/picture-state-store.ts';
import { announcedPassesSchema } from '#station/pass-events.ts';
import { heldLookSchema, noLook } from '#wallpaper/look.ts';
import { windowPlaceSchema } from '#platform/windows/bounds.ts';
import { attemptWrite } from '#platform/files/attempt.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';
import type { Value } from '#runtime/value.ts';

/** The key-value table of the small values. */
export const valueTable = `
  CREATE TABLE memory (
    key TEXT PRIMARY KEY,
    json TEXT NOT NULL
  ) STRICT;`;

export type ValueStores = ReturnType<typeof createValueStores>;

/** The small persistent values, each as JSON in a row of the table `memory`. */
export function createValueStores(source: StoreDatabase) {
  const use = source.bound((database) => ({
    select: database.prepare('SELECT json FROM memory WHERE key = ?'),
    upsert: database.prepare(
      `INSERT INTO memory (key, json) VALUES (?, ?)
       ON CONFLICT (key) DO UPDATE SET json = excluded.json`,
    ),
  }));
  /** Values that the disk refused: JSON by key. They are written with the next value. */
  const unsaved = new Map<string, string>();
  /** The JSON by key that the database holds, as of the last read or write. */
  const stored = new Map<string, string | null>();
  const reloads: (() => void)[] = [];

  function flush(): void {
    for (const [key, json] of unsaved) {
      if (!attemptWrite(() => use(({ upsert }) => upsert.run(key, json))).ok) continue;
      unsaved.delete(key);
      stored.set(key, json);
    }
  }

  /** The value of a row; `fallback` if there is none or if it does not fit the schema. */
  function value<T>(key: string, schema: z.ZodType<T>, fallback: T): Value<T> {
    function read(): T {
      const row = use(({ select }) => select.get(key));
      const inDatabase = row === undefined ? null : String(row['json']);
      const unsavedJson = unsaved.get(key);
      // The value was set without knowledge of the one in this database: keep both where they can be joined.
      if (unsavedJson !== undefined && inDatabase !== null && inDatabase !== stored.get(key))
        unsaved.set(key, JSON.stringify(merged(parseJson(inDatabase), parseJson(unsavedJson))));
      stored.set(key, inDatabase);
      const json = unsaved.get(key) ?? inDatabase;
      const parsed = json === null ? null : schema.safeParse(parseJson(json));
      return parsed?.success === true ? parsed.data : fallback;
    }
    let current = read();
    reloads.push(() => (current = read()));
    return {
      get: () => current,
      set(next) {
        current = next;
        unsaved.set(key, JSON.stringify(next));
        flush();
      },
    };
  }

  return {
    /** Reads all values again after the database was replaced, and writes those that the previous one refused. */
    reload() {
      for (const reload of reloads) reload();
      flush();
    },
    /** Retries writing the values that the disk refused. */
    flush,
    /** The wallpaper that the app set last. */
    wallpaper: value(
      'wallpaper',
      wallpaperSchema.transform((wallpaper) => (wallpaper.kind === 'set' ? wallpaper : null)),
      null,
    ),
    look: value('look', heldLookSchema, noLook),
    /** The keys of the notices that were shown, the oldest first. */
    notices: value('notices', z.array(z.string()).readonly(), []),
    /** The day of the newest picture that the user has seen. */
    seen: value('seen', pictureDateSchema.nullable(), null),
    picture: value('picture', storedPictureStateSchema.nullable(), null),
    /** Of simulated pictures: favorites and pins name days of one kind. */
    simulatedPicture: value('picture-simulated', storedPictureStateSchema.nullable(), null),
    update: value('update', updateRecordSchema, noUpdateRecord),
    windows: value('windows', windowPlaceSchema.nullable(), null),
    /** What the user chose in the views of the main window. */
    views: value<ViewChoices>('views', viewChoicesSchema, {}),
    /** Whether the hint was shown that the app continues after its window is closed. */
    closeHint: value('close-hint', z.boolean(), false),
    /** The latest events for which the user's commands have run, so that they do not run again after a restart. */
    hooks: {
      picture: value('hook-picture', z.string().nullable(), null),
      passes: value('hook-passes', announcedPassesSchema, { soon: null, begins: null }),
    },
    /** Absolute path of the calendar file that is kept up to date. */
    calendarFile: value('calendar-file', z.string().nullable(), null),
    journal: {
      paused: value('journal-paused', z.boolean(), false),
      clock: value(
        'journal-clock',
        z.object({ since: z.number(), last: z.number() }).nullable(),
        null,
      ),
    },
    suspension: {
      // Apart from the pause, whose form earlier versions read.
      lengthMs: value('pause-ms', z.number().nonnegative().nullable(), null),
      paused: value('paused', suspensionSchema.shape.paused, null),
    },
  };
}

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges two JSON values: joins lists, keeps the properties of both objects; otherwise `later` wins unless it is null. */
function merged(earlier: unknown, later: unknown): unknown {
  if (later === null || later === undefined) return earlier;
  if (Array.isArray(earlier) && Array.isArray(later)) {
    const all = (earlier as unknown[]).concat(later as unknown[]);
    return [...new Set(all.map((entry) => JSON.stringify(entry)))].map(parseJson);
  }
  if (!isTree(earlier) || !isTree(later)) return later;
  const keys = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  return Object.fromEntries([...keys].map((key) => [key, merged(earlier[key], later[key])]));
}
