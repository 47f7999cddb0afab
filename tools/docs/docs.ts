// `npm run docs:figures`: writes the generated tables of the docs, or checks that they are current.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { runCommand } from '../setup/command.ts';
import { root } from '../setup/paths.ts';
import { pages, withGeneratedBlocks } from './generated.ts';

const usage = `Usage: npm run docs:figures [-- --check]
  Writes the generated tables of docs/*.md again: figures of benchmarks from bench/results, the settings from their
  schema, and the scenarios of the embedded services.
    --check   write nothing; print the pages that are not current, and exit with 1 if there are any`;

const options = { check: { type: 'boolean', default: false } } as const;
await runCommand({ name: 'docs:figures', usage, options }, async ({ values: { check } }) => {
  let stale = 0;
  for (const path of pages) {
    const text = readFileSync(path, 'utf8');
    const current = await withGeneratedBlocks(text, path);
    if (current === text) continue;
    stale += 1;
    console.log(`${relative(root, path)} ${check ? 'is not current' : 'was written'}`);
    if (!check) writeFileSync(path, current);
  }
  return check && stale > 0 ? 1 : 0;
});
