import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { results } from './figures.ts';
import { pages, withGeneratedBlocks } from './generated.ts';

const texts = pages.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const withBlocks = texts.filter(({ text }) => /<!-- \/\w+ -->/.test(text));

it.each(withBlocks.map(({ path, text }) => [basename(path), path, text] as const))(
  'has current tables in docs/%s: `npm run docs:figures` writes them',
  async (_name, path, text) => {
    expect(await withGeneratedBlocks(text, path)).toBe(text);
  },
);

it('finds the pages with generated tables', () => {
  expect(withBlocks.map(({ path }) => basename(path))).toEqual(
    expect.arrayContaining(['performance.md', 'services.md', 'settings-reference.md']),
  );
});

it('includes each file of results in exactly one place', () => {
  const included = texts.flatMap(({ text }) =>
    [...text.matchAll(/<!-- figures ([\w-]+) -->/g)].map(([, name]) => `${name ?? ''}.json`),
  );
  expect(included.sort()).toEqual(readdirSync(results).sort());
});

it('throws for a result that does not exist', async () => {
  const text = '<!-- figures nothing -->\n\n<!-- /figures -->\n';
  await expect(withGeneratedBlocks(text, 'page.md')).rejects.toThrow('ENOENT');
});
