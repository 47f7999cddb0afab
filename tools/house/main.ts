// `npm run house`: counts what a reader of the code has to keep in mind. A report, not a check.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../setup/command.ts';
import { root } from '../setup/paths.ts';
import { measure, type Figures } from './measure.ts';

const usage = `Usage: npm run house [-- --list]
  Counts interfaces, factories, long functions and other figures of the code's structure.
  --list   also names the places
  --help   print this`;

function print(figures: Figures, withPlaces: boolean): void {
  for (const [name, places] of Object.entries(figures.places)) {
    console.log(`${String(places.length).padStart(6)}  ${name}`);
    if (withPlaces) for (const place of places) console.log(`          ${place}`);
  }
  for (const [name, count] of Object.entries(figures.counts))
    console.log(`${String(count).padStart(6)}  ${name}`);
}

await runCommand({ name: 'house', usage, options: { list: { type: 'boolean' } } }, ({ values }) => {
  const paths = execFileSync('git', ['ls-files', '*.ts', '*.svelte'], {
    cwd: root,
    encoding: 'utf8',
  });
  const sources = new Map<string, string>();
  for (const path of paths.trim().split('\n'))
    sources.set(path, readFileSync(join(root, path), 'utf8'));
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { imports } = manifest as { imports: Readonly<Record<string, string>> };
  print(measure(sources, imports), values.list === true);
  return 0;
});
