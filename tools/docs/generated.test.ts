import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '#shared/contract.ts';
import { root } from '../setup/paths.ts';
import { resultsFolder } from './figures.ts';
import { pages, withGeneratedBlocks } from './generated.ts';
import { pageCommands } from './page-commands.ts';
import { schemaFiles } from './query-schemas.ts';
import { settingsTable, placeholderText } from './settings-table.ts';

const texts = pages.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const withBlocks = texts.filter(({ text }) => /<!-- \/\w+ -->/.test(text));

it.each(withBlocks.map(({ path, text }) => [basename(path), path, text] as const))(
  'docs/%s has current tables, which `npm run docs:figures` writes',
  async (_name, path, text) => {
    expect(await withGeneratedBlocks(text, path)).toBe(text);
  },
);

it.each(await schemaFiles())(
  '$path has the current schema, which `npm run docs:figures` writes',
  ({ path, text }) => expect(readFileSync(path, 'utf8')).toBe(text),
);

it('docs/settings-reference.md has the place and the effect of each setting', () => {
  const page = readFileSync(join(root, 'docs', 'settings-reference.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => row.includes(`| ${placeholderText} `))).toEqual([]);
});

it('settingsTable adds a row for a new setting, keeps the notes of the others, and removes the row of a deleted setting', () => {
  const rows = settingsTable(
    '| `theme` | a | b | General | the theme |\n| `gone` | a | b | c | d |',
  );
  expect(rows).toMatch(/^\| `theme` \|.* \| `"system"` \| General \| the theme \|$/m);
  expect(rows).toContain('| `nightMode` | boolean | `false` | ? | ? |');
  expect(rows).not.toContain('gone');
});

it('pageCommands has a row for each command of the contract, and no other', () => {
  const namesOf = (groups: object, isCommand: (entry: unknown) => boolean): string[] =>
    Object.entries(groups).flatMap(([group, entries]) =>
      Object.entries(entries as object)
        .filter(([, entry]) => isCommand(entry))
        .map(([name]) => `${group}.${name}`),
    );
  const commands = namesOf(
    contract,
    (entry) => (entry as { direction: string }).direction === 'command',
  );
  expect(namesOf(pageCommands, () => true).sort()).toEqual(commands.sort());
});

it('this test finds the pages with generated tables', () => {
  expect(withBlocks.map(({ path }) => basename(path))).toEqual(
    expect.arrayContaining([
      'command-line.md',
      'performance.md',
      'services.md',
      'settings-reference.md',
    ]),
  );
});

it('the docs include each file of bench/results exactly once', () => {
  const included = texts.flatMap(({ text }) =>
    [...text.matchAll(/<!-- figures ([\w-]+) -->/g)].map(([, name]) => `${name ?? ''}.json`),
  );
  expect(included.sort()).toEqual(readdirSync(resultsFolder).sort());
});

it('withGeneratedBlocks throws for a benchmark result that does not exist', async () => {
  const text = '<!-- figures nothing -->\n\n<!-- /figures -->\n';
  await expect(withGeneratedBlocks(text, 'page.md')).rejects.toThrow('ENOENT');
});
