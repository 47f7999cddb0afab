import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/paths.ts';
import { run } from '../setup/process.ts';

it('compiles nothing anew after the build, which has compiled the same catalogs', async () => {
  const node = (...args: string[]) => run(process.execPath, args, { cwd: root });
  const vite = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const built = await node(vite, 'build');
  expect(built).toMatchObject({ code: 0 });
  const words = await node('tools/words/main.ts');
  expect(words).toMatchObject({ code: 0 });
  expect(words.output).toMatch(/: not changed, 0 faults\n$/);
});
