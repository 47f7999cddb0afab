import type { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import type { Value } from '#runtime/value.ts';
import { attemptWrite } from '../files/attempt.ts';
import type { StoreDatabase } from './kept-database.ts';

/** The key-value table of the small values. */
export const valueTable = `
  CREATE TABLE memory (
    key TEXT PRIMARY KEY,
    json TEXT NOT NULL
  ) STRICT;`;

/** The small persistent values, each as JSON in a row of the table `memory`. */
export function openValues(source: StoreDatabase) {
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

  /** Retries writing the values that the disk refused. */
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

  /** Reads all values again after the database was replaced, and writes those that the previous one refused. */
  function reload(): void {
    for (const readAgain of reloads) readAgain();
    flush();
  }

  return { value, reload, flush };
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
