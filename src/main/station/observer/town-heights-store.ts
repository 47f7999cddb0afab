import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attemptStorage } from '#platform/files/attempt.ts';

/**
 * The table of `tools/data/heights.ts`; empty if the disk refuses to read it. The file is read for each new place, in
 * about a millisecond; in memory the table would take 0.4 MB as long as the app runs. The build puts the file beside
 * the script of main (electron.vite.config.ts).
 */
export function readTownHeights(): Buffer {
  const text = attemptStorage(() =>
    readFileSync(join(import.meta.dirname, 'heights.json'), 'utf8'),
  );
  if (!text.ok) return Buffer.alloc(0);
  const { heights } = JSON.parse(text.value) as { readonly heights: string };
  return Buffer.from(heights, 'base64');
}
