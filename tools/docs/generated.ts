import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/paths.ts';
import { ruleLists } from './electron-rules.ts';
import { formatted } from './formatted.ts';
import { figureTable } from './figures.ts';
import { pageCommandTable } from './page-commands.ts';
import { queryTable } from './query-schemas.ts';
import { scenarioTables } from './scenario-tables.ts';
import { settingsTable } from './settings-table.ts';

/** The functions that generate the content of a block, by the first word of the block's marker. */
const generators: Readonly<Record<string, (argument: string) => string>> = {
  commands: pageCommandTable,
  electron: ruleLists,
  figures: figureTable,
  query: queryTable,
  scenarios: scenarioTables,
  settings: settingsTable,
};

/** A generated block: `<!-- figures services -->` … `<!-- /figures -->` */
const block = /<!-- (\w+)(?: ([\w-]+))? -->[^]*?<!-- \/\1 -->/g;

/** The pages that may have generated blocks. */
export const pages: readonly string[] = readdirSync(join(root, 'docs'), { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
  .map(({ name }) => join(root, 'docs', name));

/**
 * The text of a page, with its generated blocks updated from the code, the schema and the results of the benchmarks.
 *
 * @param path the path of the page, which selects the language
 */
export async function withGeneratedBlocks(text: string, path: string): Promise<string> {
  const whole = text.replaceAll(block, (old, name: string, argument: string | undefined = '') => {
    const generate = generators[name];
    if (generate === undefined) return old;
    const open = argument === '' ? name : `${name} ${argument}`;
    return `<!-- ${open} -->\n\n${generate(argument)}\n\n<!-- /${name} -->`;
  });
  if (whole === text) return text;
  return formatted(path, whole);
}
