import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../../shared/fixtures/', import.meta.url);

/** Path of a file of real data next to the repository, or null if it is missing. */
export function sharedData(name: string): string | null {
  const path = fileURLToPath(new URL(name, folder));
  return existsSync(path) ? path : null;
}
