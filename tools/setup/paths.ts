import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** The folder for logs, screenshots and data of runs from a checkout. It is not under version control. */
export const runFolder = join(root, '.run');
