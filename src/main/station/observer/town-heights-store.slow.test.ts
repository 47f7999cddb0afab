import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#tools/setup/paths.ts';

it('heights.json is in the built app beside the script that reads it', () => {
  const main = join(root, 'out/main');
  const source = readFileSync(join(import.meta.dirname, 'heights.json'), 'utf8');
  expect(readFileSync(join(main, 'heights.json'), 'utf8') === source).toBe(true);
  // The file must be read by index.js and not by a chunk, because chunks are in another folder.
  expect(readFileSync(join(main, 'index.js'), 'utf8')).toMatch(
    /import\.meta\.dirname,[`"]heights\.json/,
  );
});
