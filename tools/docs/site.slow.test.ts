import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../setup/paths.ts';

it('builds the site of the docs; a dead link would stop it', async () => {
  const args = [join(root, 'tools', 'docs', 'main.ts'), '--build'];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  const page = (name: string): boolean => existsSync(join(root, '.run', 'docs', name));
  expect(['index.html', 'install.html', 'faq.html'].filter((name) => !page(name))).toEqual([]);
});
