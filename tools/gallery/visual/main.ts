// `npm run visual`: what of the interface looks different than before, as pictures.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { runCommand, UsageError } from '#tools/setup/command.ts';
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

const run = promisify(execFile);
const folder = join(runFolder, 'visual');
const reference = join(folder, 'reference');
const current = join(folder, 'current');
const differences = join(folder, 'differences');
const signal = interruption();
const log = (line: string): void => console.log(line);

/** The names of components or views, and of looks; none means all. */
interface Chosen {
  readonly only: readonly string[];
  readonly looks: readonly string[];
}

/** Takes the reference from another commit, in a temporary tree with the packages of this one. */
async function takeBase(commit: string, { only, looks }: Chosen): Promise<void> {
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
async function report({ only, looks }: Chosen): Promise<number> {
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

const options = {
  base: { type: 'string' },
  look: { type: 'string', multiple: true, default: [] as string[] },
  update: { type: 'boolean', default: false },
} as const;

await runCommand(
  { name: 'visual', usage, options, allowPositionals: true },
  async ({ values, positionals: only }) => {
    const { base, look: looks, update } = values;
    const unknown = looks.find((look) => !lookNames.includes(look));
    if (unknown !== undefined) throw new UsageError(`there is no look '${unknown}'`);
    if (base === undefined && !update && !existsSync(reference))
      throw new UsageError('there is no reference yet: give --base COMMIT or --update');
    const chosen: Chosen = { only, looks };
    if (base !== undefined) await takeBase(base, chosen);
    await takeShots({ tree: root, folder: current, only, looks, signal, log });
    if (!update) return (await report(chosen)) === 0 ? 0 : 1;
    await cp(current, reference, { recursive: true });
    log(`${(await pngs(current)).length} pictures are the reference now`);
    return 0;
  },
);
