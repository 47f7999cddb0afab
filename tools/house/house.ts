// `npm run house`: figures of the code's structure. A report, not a check.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../setup/command.ts';
import { root } from '../setup/paths.ts';
import { filesOnWalk, measureStructure, type Figures } from './measure.ts';

const usage = `Usage: npm run house [-- --list]
  Prints a table of interfaces, factories, long functions and other figures of the code's structure, with their goals.
  --list   also prints the places
  --help   print this`;

/** The project's target for each figure. */
const goals: Readonly<Record<string, number>> = {
  interfaces: 250,
  'exported factories with one user': 60,
  'functions over 100 lines': 6,
  'file names used more than 3 times': 0,
  'names without a noun': 0,
  'circles of files': 0,
  'lines of wiring (src/main/app)': 2400,
  'files on the walk of a date': 35,
};

function printFigures({ places, counts }: Figures, withPlaces: boolean): void {
  const lengths = Object.entries(places).map(([name, { length }]) => [name, length] as const);
  const row = (name: string, count: string, goal: string): string =>
    `| ${name.padEnd(33)} | ${count.padStart(6)} | ${goal.padStart(6)} |`;
  console.log(row('figure', 'count', 'goal'));
  console.log(`| ${'-'.repeat(33)} | ${'-'.repeat(5)}: | ${'-'.repeat(5)}: |`);
  for (const [name, count] of [...lengths, ...Object.entries(counts)])
    console.log(row(name, String(count), name in goals ? `≤ ${goals[name]}` : ''));
  if (!withPlaces) return;
  for (const [name, lines] of Object.entries(places))
    console.log([`\n${name}`, ...lines.map((place) => `  ${place}`)].join('\n'));
}

/**
 * The number of files that the sections “Through the files” of docs/picture.md and docs/wallpaper.md name. The date of
 * a day passes through these files on its way to the desktop.
 */
function walkOfDate(): number {
  const pages = ['picture.md', 'wallpaper.md'].map((name) =>
    readFileSync(join(root, 'docs', name), 'utf8'),
  );
  return new Set(pages.flatMap((page) => [...filesOnWalk(page)])).size;
}

await runCommand({ name: 'house', usage, options: { list: { type: 'boolean' } } }, ({ values }) => {
  const paths = execFileSync('git', ['ls-files', '*.ts', '*.svelte'], {
    cwd: root,
    encoding: 'utf8',
  });
  const sources = new Map<string, string>();
  for (const path of paths
    .trim()
    .split('\n')
    .filter((one) => existsSync(join(root, one))))
    sources.set(path, readFileSync(join(root, path), 'utf8'));
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { imports } = manifest as { imports: Readonly<Record<string, string>> };
  const { places, counts } = measureStructure(sources, imports);
  const walk = { 'files on the walk of a date': walkOfDate() };
  printFigures({ places, counts: { ...counts, ...walk } }, values.list === true);
  return 0;
});
