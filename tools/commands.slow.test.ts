import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup/paths.ts';
import { runCommandLine } from './setup/process.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** The arguments for Node of each `npm run` command of this project. Commands that run other programs are left out. */
const commands = Object.entries(scripts).flatMap(([name, script]) =>
  script.startsWith('node ') ? [{ name, args: script.split(' ').slice(1) }] : [],
);
const helpers = [
  'tools/test/smoke.ts',
  'tools/test/system-packages.ts',
  'tools/windows/desktop-answers.ts',
];
const all = [...commands, ...helpers.map((file) => ({ name: file, args: [file] }))];

const call = (args: readonly string[]) => runCommandLine(process.execPath, args, { cwd: root });
const stack = /^ {4}at /m;

test('this test finds more than 20 commands', () => {
  expect(all.length).toBeGreaterThan(20);
});

test.each(all)('$name prints an unknown flag and the usage, and exits with 2', async ({ args }) => {
  const { code, output } = await call([...args, '--no-such-flag']);
  expect({ code, output }).toEqual({
    code: 2,
    output: expect.stringMatching(/no-such-flag[^]*(npm|node)/) as string,
  });
  expect(output).not.toMatch(stack);
});

// The other commands use runCommand, whose own test shows that --help prints this usage.
test.each(['test', 'start', 'record', 'services'])(
  '%s prints its usage for --help',
  async (name) => {
    const { code, output } = await call(['tools/launch.mjs', name, '--help']);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/npm|node/) as string,
    });
    expect(output).not.toMatch(stack);
  },
);

test.each([
  [['faults', 'model', '--count', 'x'], '--count takes a whole number'],
  [['release', 'sign'], 'give one file for the keys, or one folder'],
  [['screenshots', 'nope'], 'there is no “nope”'],
  [['bench', 'tray', 'x'], "'x' is no argument of this benchmark"],
  [['bench', 'orbit', '--dayly'], "'--dayly' is no argument of this benchmark"],
])('launch.mjs exits with 2 and prints the reason first for %j', async (args, words) => {
  const { code, output } = await call(['tools/launch.mjs', ...args]);
  expect({ code, first: output.split('\n')[0] }).toEqual({
    code: 2,
    first: expect.stringContaining(words) as string,
  });
});

test('screenshots --record names the missing program before it starts the app', async () => {
  const args = ['tools/launch.mjs', 'screenshots', '--record'];
  const env = { ...process.env, PATH: '' };
  const { code, output } = await runCommandLine(process.execPath, args, { cwd: root, env });
  expect({ code, output }).toEqual({
    code: 1,
    output: 'screenshots: img2webp is missing: apt-get install --no-install-recommends webp\n',
  });
});

test('release sign prints one line when its key cannot be read', async () => {
  const { code, output } = await call(['tools/launch.mjs', 'release', 'sign', '.', '--key', '/no']);
  expect({ code, output }).toEqual({ code: 1, output: 'release: /no cannot be read (ENOENT)\n' });
});
