import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../setup/paths.ts';

it('builds the site of the docs; a dead link would stop it', async () => {
  const args = [join(root, 'tools', 'docs', 'main.ts'), '--build'];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  const page = (name: string): boolean => existsSync(join(root, '.run', 'docs', name));
  expect(['install.html', 'faq.html', 'images/overhead.jpg'].filter((name) => !page(name))).toEqual(
    [],
  );
  const [, script = ''] =
    /assets\/(install\.md\.[\w-]+\.lean\.js)/.exec(
      readFileSync(join(root, '.run', 'docs', 'install.html'), 'utf8'),
    ) ?? [];
  expect(page(join('assets', script)), script).toBe(true);
  expect(script).not.toBe('');
});
