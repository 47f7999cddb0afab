import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../../shared/fixtures/', import.meta.url);

/** Path of a file of real data beside the repository, or null where there is none. */
export function sharedData(name: string): string | null {
  const path = fileURLToPath(new URL(name, folder));
  return existsSync(path) ? path : null;
}
