import type { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import type { StoredValue } from '#runtime/value.ts';
import { attemptStorageWrite } from '../files/attempt.ts';
import type { StoreDatabase } from './kept-database.ts';

/** The SQL of the key-value table in which `openStoredValues` stores its values. */
export const valueTable = `
  CREATE TABLE memory (
    key TEXT PRIMARY KEY,
    json TEXT NOT NULL
  ) STRICT;`;

/** The small persistent values, each as JSON in a row of the table `memory`. */
export function openStoredValues(source: StoreDatabase) {
  const use = source.bound((database) => ({
    select: database.prepare('SELECT json FROM memory WHERE key = ?'),
    upsert: database.prepare(
      `INSERT INTO memory (key, json) VALUES (?, ?)
       ON CONFLICT (key) DO UPDATE SET json = excluded.json`,
    ),
  }));
  /** Values that could not be written: JSON by key. The next write includes them. */
  const unsaved = new Map<string, string>();
  /** The JSON by key that the database holds, as of the last read or write. */
  const stored = new Map<string, string | null>();
  const reloads: (() => void)[] = [];

  /** Writes the values in `unsaved`; those that cannot be written stay there. */
  function flush(): void {
    for (const [key, json] of unsaved) {
      if (!attemptStorageWrite(() => use(({ upsert }) => upsert.run(key, json))).ok) continue;
      unsaved.delete(key);
      stored.set(key, json);
    }
  }

  /** The value with this key; `fallback` if the row is missing or its JSON does not fit the schema. */
  function value<T>(key: string, schema: z.ZodType<T>, fallback: T): StoredValue<T> {
    function read(): T {
      const row = use(({ select }) => select.get(key));
      const inDatabase = row === undefined ? null : String(row['json']);
      const unsavedJson = unsaved.get(key);
      // The unsaved value was set before the value in this database was read: merge both values.
      if (unsavedJson !== undefined && inDatabase !== null && inDatabase !== stored.get(key))
        unsaved.set(
          key,
          JSON.stringify(mergeValues(parseJson(inDatabase), parseJson(unsavedJson))),
        );
      stored.set(key, inDatabase);
      const json = unsaved.get(key) ?? inDatabase;
      // `jitless`: zod generates no code for the schema, because that would take longer than to parse a value once.
      const parsed = json === null ? null : schema.safeParse(parseJson(json), { jitless: true });
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

  /** Call this after the database was replaced: reads all values again, and writes the values in `unsaved`. */
  function reload(): void {
    for (const readAgain of reloads) readAgain();
    flush();
  }

  return { value, reload, flush };
}

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges two JSON values: joins two lists, merges two objects by property; otherwise takes `later` unless it is null.
 */
function mergeValues(earlier: unknown, later: unknown): unknown {
  if (later === null || later === undefined) return earlier;
  if (Array.isArray(earlier) && Array.isArray(later)) {
    const all = (earlier as unknown[]).concat(later as unknown[]);
    return [...new Set(all.map((entry) => JSON.stringify(entry)))].map(parseJson);
  }
  if (!isTree(earlier) || !isTree(later)) return later;
  const keys = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  return Object.fromEntries([...keys].map((key) => [key, mergeValues(earlier[key], later[key])]));
}
