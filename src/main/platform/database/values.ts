import type { z } from 'zod';
import { isTree, parseJson } from '#shared/json.ts';
import type { StoredValue } from '#runtime/value.ts';
import { attemptStorageWrite } from '../files/attempt.ts';
import type { StoreDatabase } from './kept-database.ts';

/** Opens a small persistent value by its key; see `openStoredValues`. */
export type OpenValue = ReturnType<typeof openStoredValues>['value'];

/** The small persistent values, each as JSON in a row of the table `stored_value`. */
export function openStoredValues(source: StoreDatabase) {
  const use = source.bound((database) => ({
    select: database.prepare('SELECT json FROM stored_value WHERE key = ?'),
    upsert: database.prepare(
      `INSERT INTO stored_value (key, json) VALUES (?, ?)
       ON CONFLICT (key) DO UPDATE SET json = excluded.json`,
    ),
  }));
  /** Values that could not be written: JSON by key. The next write includes them. */
  const unsavedTexts = new Map<string, string>();
  /** The JSON by key that the database holds, as of the last read or write. */
  const storedTexts = new Map<string, string | null>();
  const reloadFunctions: (() => void)[] = [];

  /** Writes the values in `unsavedTexts`; those that cannot be written stay there. */
  function flush(): void {
    for (const [key, json] of unsavedTexts) {
      if (!attemptStorageWrite(() => use(({ upsert }) => upsert.run(key, json))).ok) continue;
      unsavedTexts.delete(key);
      storedTexts.set(key, json);
    }
  }

  /** The value with this key; `fallback` if the row is missing or its JSON does not fit the schema. */
  function value<T>(key: string, schema: z.ZodType<T>, fallback: T): StoredValue<T> {
    function read(): T {
      const row = use(({ select }) => select.get(key));
      const storedJson = row === undefined ? null : String(row['json']);
      const unsavedJson = unsavedTexts.get(key);
      // The unsaved value was set before the value in this database was read: merge both values.
      if (unsavedJson !== undefined && storedJson !== null && storedJson !== storedTexts.get(key))
        unsavedTexts.set(
          key,
          JSON.stringify(mergeValues(parseJson(storedJson), parseJson(unsavedJson))),
        );
      storedTexts.set(key, storedJson);
      const json = unsavedTexts.get(key) ?? storedJson;
      // `jitless`: zod generates no code for the schema, because that would take longer than to parse a value once.
      const parseResult =
        json === null ? null : schema.safeParse(parseJson(json), { jitless: true });
      return parseResult?.success === true ? parseResult.data : fallback;
    }
    let currentValue = read();
    reloadFunctions.push(() => (currentValue = read()));
    return {
      get: () => currentValue,
      set(next) {
        currentValue = next;
        unsavedTexts.set(key, JSON.stringify(next));
        flush();
      },
    };
  }

  /** Call this after the database was replaced: reads all values again, and writes the values in `unsavedTexts`. */
  function reload(): void {
    for (const readAgain of reloadFunctions) readAgain();
    flush();
  }

  return { value, reload, flush };
}

/**
 * Merges two JSON values: joins two lists, merges two objects by property; otherwise takes `later` unless it is null.
 */
function mergeValues(earlier: unknown, later: unknown): unknown {
  if (later === null || later === undefined) return earlier;
  if (Array.isArray(earlier) && Array.isArray(later)) {
    const mergedItems = (earlier as unknown[]).concat(later as unknown[]);
    return [...new Set(mergedItems.map((entry) => JSON.stringify(entry)))].map(parseJson);
  }
  if (!isTree(earlier) || !isTree(later)) return later;
  const keys = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  return Object.fromEntries([...keys].map((key) => [key, mergeValues(earlier[key], later[key])]));
}
