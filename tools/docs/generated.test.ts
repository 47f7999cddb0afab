import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '#shared/contract.ts';
import { resultsFolder } from './figures.ts';
import { pages, withGeneratedBlocks } from './generated.ts';
import { pageCommands } from './page-commands.ts';
import { schemaFiles } from './query-schemas.ts';

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
