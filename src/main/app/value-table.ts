import type { DatabaseSync } from 'node:sqlite';
import { parseJson } from '#shared/json.ts';

/** The key-value table of the small stores. */
export const valueTable = `
  CREATE TABLE memory (
    key TEXT PRIMARY KEY,
    json TEXT NOT NULL
  ) STRICT;`;

/**
 * Reads the values of `target` before those of another database overwrite them. Returns a function to call afterwards,
 * which merges both: the app wrote the later values without having read the earlier ones.
 */
export function mergeValues(target: DatabaseSync): () => void {
  const before = valuesOf(target);
  return () => {
    const write = target.prepare('UPDATE memory SET json = ? WHERE key = ?');
    for (const [key, json] of valuesOf(target)) {
      const known = before.get(key);
      if (known === undefined || known === json) continue;
      write.run(JSON.stringify(merged(parseJson(known), parseJson(json))), key);
    }
  };
}

const valuesOf = (database: DatabaseSync): Map<string, string> =>
  new Map(
    database
      .prepare('SELECT key, json FROM memory')
      .all()
      .map(({ key, json }) => [String(key), String(json)]),
  );

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
