import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#tools/setup/paths.ts';

/** Addresses and names that the publisher of the app replaces. */
const placeholder = 'overhead\\.invalid|@overhead-app/';
/** Files that describe the placeholders, or whose addresses are never those of a release. */
const others = /^(docs\/releasing\.md|CHANGELOG\.md|tools\/|test\/|.*\.test\.ts$)/;

it('docs/releasing.md names every file with a placeholder', () => {
  const files = execFileSync('git', ['grep', '-lE', placeholder], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => !others.test(file));
  expect(files.length).toBeGreaterThan(3);
  const page = readFileSync(join(root, 'docs', 'releasing.md'), 'utf8');
  expect(files.filter((file) => !page.includes(`\`${file}\``))).toEqual([]);
});
