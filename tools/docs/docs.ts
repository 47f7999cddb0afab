// `npm run docs:figures`: writes the generated tables of the docs. A test checks that they are current.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { runCommand } from '../setup/command.ts';
import { root } from '../setup/paths.ts';

const usage = `Usage: npm run docs:figures
  Writes the generated tables of docs/*.md again: figures of benchmarks from bench/results, the settings from their
  schema, the answers of the command line, the scenarios of the embedded services, the rules of Electron, and the
  commands of pages. Writes docs/schemas.
  --help   print this`;

await runCommand({ name: 'docs:figures', usage }, async () => {
  const { pages, withGeneratedBlocks } = await import('./generated.ts');
  const { schemaFiles } = await import('./query-schemas.ts');
  function renew(path: string, text: string | null, current: string): void {
    if (current === text) return;
    console.log(`${relative(root, path)} was written`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, current);
  }
  for (const { path, text } of await schemaFiles())
    renew(path, existsSync(path) ? readFileSync(path, 'utf8') : null, text);
  for (const path of pages) {
    const text = readFileSync(path, 'utf8');
    renew(path, text, await withGeneratedBlocks(text, path));
  }
  return 0;
});
