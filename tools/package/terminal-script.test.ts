import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../setup/paths.ts';

const blanksAndQuotes = `My "own" app's $HOME`;
let folder = '';
let script = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'overhead-terminal-')));
  const contents = join(folder, blanksAndQuotes, 'Overhead.app', 'Contents');
  script = join(contents, 'Resources', 'overhead');
  cpSync(join(root, 'build/mac/overhead.sh'), script);
  mkdirSync(join(contents, 'MacOS'));
  mkdirSync(join(folder, 'bin'));
  const program = `#!/bin/sh\nprintf '<%s>' "$0" "$@"\necho reason >&2\ncat\nexit 3\n`;
  writeFileSync(join(contents, 'MacOS', 'Overhead'), program, { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes a link in the test's folder, and returns its path. */
function link(name: string, target: string): string {
  const path = join(folder, name);
  symlinkSync(target, path);
  return path;
}

/** The ways to call the script. Each returns the command and the folder where it is called. */
const calls: Readonly<Record<string, () => readonly [command: string, cwd: string]>> = {
  'by its own path': () => [script, '/'],
  'by a relative path': () => ['./overhead', join(script, '..')],
  'through a link': () => [link('bin/overhead', script), '/'],
  'through a relative link': () => [
    link('bin/overhead', relative(join(folder, 'bin'), script)),
    '/',
  ],
  'through a relative path of a link': () => {
    link('bin/overhead', script);
    return ['bin/overhead', folder];
  },
  'through a chain of links': () => {
    link(`second 'link'`, script);
    link('bin/first', `../second 'link'`);
    return [link('bin/overhead', 'first'), '/'];
  },
  'through a link in a linked folder': () => {
    link('bin/overhead', relative(join(folder, 'bin'), script));
    mkdirSync(join(folder, 'deep/er'), { recursive: true });
    link('deep/er/linked', join(folder, 'bin'));
    return [join(folder, 'deep/er/linked/overhead'), '/'];
  },
};

describe.skipIf(process.platform === 'win32')('the command for Terminal', () => {
  it.each(Object.entries(calls))('starts the program of its app: called %s', (_way, call) => {
    const [command, cwd] = call();
    const args = ['--report', 'a  b.txt', '', `it's "$HOME" *`, '-n'];
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd,
      input: 'typed',
      // A shell prints the folder to which `cd` changes by CDPATH.
      env: { ...process.env, CDPATH: folder },
      encoding: 'utf8',
    });
    const program = join(script, '../../MacOS/Overhead');
    const printed = [program, ...args].map((part) => `<${part}>`).join('');
    expect({ status, stdout, stderr }).toEqual({
      status: 3,
      stdout: `${printed}typed`,
      stderr: 'reason\n',
    });
  });

  it('is packed where the link of the Settings view leads', () => {
    const configuration = readFileSync(join(root, 'build/electron-builder.yml'), 'utf8');
    expect(configuration).toContain('- from: build/mac/overhead.sh\n      to: overhead\n');
  });
});
