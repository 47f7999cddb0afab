import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, it } from 'vitest';
import { root } from '#tools/setup/paths.ts';
import { compare } from './compare.ts';
import { takeShots } from './shots.ts';

/** A copy of the sources of this tree, with its packages. */
async function copyOfTree(folder: string): Promise<string> {
  const tree = join(folder, 'tree');
  for (const part of ['src', 'tools', 'package.json'])
    await cp(join(root, part), join(tree, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
  return tree;
}

it('sees that one token is another one, and nothing where nothing changed', async ({ signal }) => {
  const folder = await mkdtemp(join(tmpdir(), 'overhead-visual-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const tree = await copyOfTree(folder);
  const shoot = async (name: string): Promise<Buffer> => {
    const shots = { folder: join(folder, name), only: ['Button'], looks: ['dark'] };
    await takeShots({ tree, ...shots, signal, log: () => undefined });
    return readFile(join(folder, name, 'dark--button.png'));
  };
  const before = await shoot('before');
  expect(compare(before, await shoot('again')).kind).toBe('same');

  const tokens = join(tree, 'src', 'renderer', 'src', 'ui', 'tokens.css');
  const css = await readFile(tokens, 'utf8');
  const changed = css.replace('--radius: 8px', '--radius: 6px');
  expect(changed).not.toBe(css);
  await writeFile(tokens, changed);
  expect(compare(before, await shoot('after')).kind).toBe('different');
});
