import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/paths.ts';
import { faults } from './faults.ts';

test.each(faults)('$file still has the place for the fault: $about', ({ file, find }) => {
  expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2);
});
