// `npm run visual`: what of the interface looks different than before, as pictures.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { interruption } from '#tools/setup/interruption.ts';
import { root, runFolder } from '#tools/setup/paths.ts';
import { compare } from './compare.ts';
import { lookNames, takeShots } from './shots.ts';

const usage = `Usage: npm run visual [-- OPTIONS] [NAME…]
  Takes pictures of each component of the gallery and of each main view, in dark, light, high contrast, red night mode,
  right to left and forced colors, and compares them with the reference. Differences are in .run/visual/differences.
  NAME is that of a component or view (Button, journal-empty); all of them unless told.
    --look NAME     one of ${lookNames.join(', ')}; may be given more than once
    --base COMMIT   make the reference from a commit first, on this machine
    --update        take what is shown now as the reference`;

const { values, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string' },
    look: { type: 'string', multiple: true },
    update: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const looks = values.look ?? [];
const isUnknown = looks.some((name) => !lookNames.includes(name));
if (values.help === true || isUnknown) {
  console.log(usage);
  process.exit(isUnknown ? 2 : 0);
}

const run = promisify(execFile);
const folder = join(runFolder, 'visual');
const reference = join(folder, 'reference');
const current = join(folder, 'current');
const differences = join(folder, 'differences');
const signal = interruption();
const log = (line: string): void => console.log(line);

/** Takes the reference from another commit, in a temporary tree with the packages of this one. */
async function takeBase(commit: string): Promise<void> {
  const tree = join(folder, 'base');
  const git = (...args: string[]) => run('git', args, { cwd: root, signal });
  await rm(tree, { recursive: true, force: true });
  await git('worktree', 'prune');
  await git('worktree', 'add', '--detach', '--force', tree, commit);
  try {
    if (!existsSync(join(tree, 'tools', 'gallery', 'page')))
      throw new Error(`${commit} has no gallery yet`);
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
    await run(process.execPath, ['tools/words/main.ts'], { cwd: tree, signal });
    await takeShots({
      tree,
      folder: reference,
      only,
      looks,
      signal,
      log: (line) => log(`base, ${line}`),
    });
  } finally {
    await run('git', ['worktree', 'remove', '--force', tree], { cwd: root });
  }
}

const pngs = async (path: string): Promise<string[]> =>
  (await readdir(path)).filter((name) => name.endsWith('.png')).sort();

/** Returns how many pictures differ. */
async function report(): Promise<number> {
  await rm(differences, { recursive: true, force: true });
  await mkdir(differences, { recursive: true });
  const before = new Set(await pngs(reference));
  const after = await pngs(current);
  let count = 0;
  const tell = async (name: string, words: string): Promise<void> => {
    count += 1;
    log(`${name}: ${words}`);
    const stem = name.replace(/\.png$/, '');
    if (before.has(name)) await cp(join(reference, name), join(differences, `${stem}.before.png`));
    await cp(join(current, name), join(differences, `${stem}.after.png`));
  };
  for (const name of after) {
    if (!before.has(name)) {
      await tell(name, 'new');
      continue;
    }
    const [one, other] = await Promise.all(
      [reference, current].map((path) => readFile(join(path, name))),
    );
    if (one === undefined || other === undefined) continue;
    const comparison = compare(one, other);
    if (comparison.kind === 'resized')
      await tell(name, `${comparison.from} became ${comparison.to}`);
    if (comparison.kind === 'different') {
      await tell(name, `${comparison.pixels} pixels differ`);
      await writeFile(
        join(differences, name.replace(/\.png$/, '.difference.png')),
        comparison.image,
      );
    }
  }
  if (only.length === 0 && looks.length === 0)
    for (const name of [...before].filter((each) => !after.includes(each))) {
      count += 1;
      log(`${name}: gone`);
    }
  log(`${after.length} pictures, ${count} differ`);
  if (count > 0) log(`See ${relative(process.cwd(), differences)}`);
  return count;
}

if (values.base !== undefined) await takeBase(values.base);
await takeShots({ tree: root, folder: current, only, looks, signal, log });
if (values.update === true) {
  await cp(current, reference, { recursive: true });
  log(`${(await pngs(current)).length} pictures are the reference now`);
} else if (existsSync(reference)) {
  process.exitCode = (await report()) === 0 ? 0 : 1;
} else {
  console.error('There is no reference yet: run it with --base COMMIT or with --update.');
  process.exitCode = 2;
}
