import { pathToFileURL } from 'node:url';
import { z } from 'zod';
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
