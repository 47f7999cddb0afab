// `npm run contract:titles -- FOLDER`: prints the test titles that are new in a newer version of Electron's `spec`
// folder.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runCommand, UsageError } from '../setup/command.ts';
import { hashOf, specNames, titlesOf } from './titles.ts';

const storedTitlesPath = join(import.meta.dirname, 'titles.json');
const storedSchema = z.record(z.string(), z.array(z.string()));

await runCommand(
  {
    name: 'contract:titles',
    usage: `Usage: npm run contract:titles -- [--accept] FOLDER
Prints the titles of the tests in FOLDER, the \`spec\` folder of Electron's repository, that were not there when the rules in
tools/contract were written, for the modules that the app uses. Ends with 1 if there are some.
  --accept       keep them as known (as hashes, in tools/contract/titles.json)
  --help         print this`,
    options: { accept: { type: 'boolean', default: false } },
    allowPositionals: true,
  },
  ({ values, positionals: [folder, ...more] }) => {
    if (folder === undefined || more.length > 0) throw new UsageError('name one folder');
    const known = storedSchema.parse(JSON.parse(readFileSync(storedTitlesPath, 'utf8')));
    const hashes: Record<string, string[]> = {};
    let isNew = false;
    for (const spec of specNames) {
      const path = join(folder, `${spec}-spec.ts`);
      if (!existsSync(path)) throw new UsageError(`${path} is not there`);
      const titles = titlesOf(readFileSync(path, 'utf8'));
      const knownTitles = new Set(known[spec] ?? []);
      const added = titles.filter((title) => !knownTitles.has(hashOf(title)));
      const now = new Set(titles.map(hashOf));
      const gone = [...knownTitles].filter((hash) => !now.has(hash)).length;
      console.log(`${spec}: ${titles.length} titles, ${added.length} new, ${gone} gone`);
      for (const title of added) console.log(`  + ${title}`);
      hashes[spec] = [...now].toSorted();
      if (added.length > 0) isNew = true;
    }
    if (!values.accept) return isNew ? 1 : 0;
    writeFileSync(storedTitlesPath, `${JSON.stringify(hashes, null, 2)}\n`);
    return 0;
  },
);
