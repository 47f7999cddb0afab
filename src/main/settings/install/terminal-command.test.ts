import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  administratorCommand,
  createTerminalCommand,
  terminalCommandPaths,
} from './terminal-command.ts';

const resources = '/Applications/Overhead.app/Contents/Resources';
const script = `${resources}/overhead`;
let folder = '';
let link = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-terminal-'));
  link = join(folder, 'bin', 'overhead');
});
afterEach(() => rmSync(folder, { recursive: true }));

const binFolder = () => mkdirSync(join(folder, 'bin'));
function linkTo(target: string): void {
  binFolder();
  symlinkSync(target, link);
}
const stateOf = (name: string, isTemporary = false) => ({ link: name, isTemporary });
/** Expects that the change succeeds and leads to that state. */
function expectStateAfter(
  command: ReturnType<typeof createTerminalCommand>,
  on: boolean,
  state: ReturnType<typeof stateOf> | null,
): void {
  expect(command.set(on)).toEqual({ ok: true, value: null });
  expect(command.state()).toEqual(state);
}

describe('createTerminalCommand', () => {
  it('makes the link and its folder, and removes the link', () => {
    const command = createTerminalCommand({ link, script });
    expect(command.state()).toEqual(stateOf('none'));
    expectStateAfter(command, false, stateOf('none'));
    expectStateAfter(command, true, stateOf('current'));
    expectStateAfter(command, true, stateOf('current'));
    expect(readlinkSync(link)).toBe(script);
    expectStateAfter(command, false, stateOf('none'));
    expect(() => readlinkSync(link)).toThrow('ENOENT');
  });

  it('reads a relative link to the script of this app as its own link', () => {
    linkTo(relative(join(folder, 'bin'), script));
    expect(createTerminalCommand({ link, script }).state()).toEqual(stateOf('current'));
  });

  it.each([
    '/Users/a/Overhead 2.app/Contents/Resources/overhead',
    '/Volumes/Overhead/Overhead.app',
    '/Applications/Overhead.app/Contents/Resources/overhead-2',
  ])('replaces and removes only a link to another copy of the app: %s', (target) => {
    const isOurs = target.endsWith('/overhead');
    linkTo(target);
    const command = createTerminalCommand({ link, script });
    expect(command.state()).toEqual(stateOf(isOurs ? 'outdated' : 'foreign'));
    expectStateAfter(command, false, stateOf(isOurs ? 'none' : 'foreign'));
    if (isOurs) symlinkSync(target, link);
    expectStateAfter(command, true, stateOf(isOurs ? 'current' : 'foreign'));
    expect(readlinkSync(link)).toBe(isOurs ? script : target);
  });

  it('does not change a file of another program that has the name of the command', () => {
    binFolder();
    writeFileSync(link, 'other');
    const command = createTerminalCommand({ link, script });
    expectStateAfter(command, true, stateOf('foreign'));
    expectStateAfter(command, false, stateOf('foreign'));
    expect(readFileSync(link, 'utf8')).toBe('other');
  });

  it.each([
    '/Volumes/Overhead 0.1.0/Overhead.app/Contents/Resources/overhead',
    '/private/var/folders/x/T/AppTranslocation/1-2/d/Overhead.app/Contents/Resources/overhead',
  ])('makes no link to a temporary place, but removes one: %s', (temporary) => {
    const command = createTerminalCommand({ link, script: temporary });
    expectStateAfter(command, true, stateOf('none', true));
    linkTo(script);
    expectStateAfter(command, true, stateOf('outdated', true));
    expectStateAfter(command, false, stateOf('none', true));
  });

  it('fails with the line for Terminal if the folder cannot be made', () => {
    writeFileSync(join(folder, 'bin'), 'no folder');
    const inFile = join(folder, 'bin', 'local', 'overhead');
    expect(createTerminalCommand({ link: inFile, script }).set(true)).toEqual({
      ok: false,
      failure: {
        kind: 'terminal-command',
        code: 'ENOTDIR',
        command: `sudo mkdir -p ${folder}/bin/local && sudo ln -s ${script} ${inFile}`,
      },
    });
  });

  // The file system of processes refuses changes also to an administrator.
  it.skipIf(process.platform !== 'linux')(
    'fails with the line for Terminal in a read-only folder',
    () => {
      const own = createTerminalCommand({ link: '/proc/overhead', script });
      expect(own.set(true)).toEqual({
        ok: false,
        failure: {
          kind: 'terminal-command',
          code: 'ENOENT',
          command: `sudo ln -s ${script} /proc/overhead`,
        },
      });
      const executable = readlinkSync('/proc/self/exe');
      const made = createTerminalCommand({ link: '/proc/self/exe', script: executable });
      expect(made.set(false)).toMatchObject({
        ok: false,
        failure: { code: 'EPERM', command: 'sudo rm /proc/self/exe' },
      });
      const otherCopy = join(folder, 'Overhead.app/Contents/Resources');
      mkdirSync(otherCopy, { recursive: true });
      const file = openSync(join(otherCopy, 'overhead'), 'w');
      const outdated = `/proc/self/fd/${file}`;
      expect(createTerminalCommand({ link: outdated, script }).set(true)).toMatchObject({
        ok: false,
        failure: { code: 'EPERM', command: `sudo ln -sfn ${script} ${outdated}` },
      });
      closeSync(file);
    },
  );

  it('is not temporary in another folder with the name of that of disk images', () => {
    const inHome = `/Users/a/Volumes${script}`;
    expect(createTerminalCommand({ link, script: inHome }).state()).toEqual(stateOf('none'));
  });

  it('has no state and changes nothing without paths', () => {
    const command = createTerminalCommand(null);
    expect(command.state()).toBeNull();
    expectStateAfter(command, true, null);
  });
});

describe.skipIf(process.platform === 'win32')('administratorCommand', () => {
  it('quotes paths for a shell, in which it makes, replaces and removes the link', () => {
    const paths = {
      link: join(folder, `it's "$HOME" *`, 'overhead'),
      script: join(folder, `My app's`, 'Overhead.app/Contents/Resources/overhead'),
    };
    const runAs = (change: 'add' | 'replace' | 'remove') =>
      execFileSync('sh', ['-c', administratorCommand(paths, change).replaceAll('sudo ', '')], {
        stdio: 'ignore',
      });
    const command = createTerminalCommand(paths);
    runAs('add');
    expect(command.state()).toEqual(stateOf('current'));
    runAs('remove');
    expect(command.state()).toEqual(stateOf('none'));
    symlinkSync(script, paths.link);
    expect(() => runAs('add')).toThrow('Command failed');
    expect(command.state()).toEqual(stateOf('outdated'));
    runAs('replace');
    expect(command.state()).toEqual(stateOf('current'));
  });
});

it.each([
  ['darwin', true, { link: '/usr/local/bin/overhead', script }],
  ['darwin', false, null],
  ['linux', true, null],
  ['win32', true, null],
] as const)(
  'terminalCommandPaths on %s, packaged %s, returns %o',
  (platform, isPackaged, paths) => {
    vi.stubGlobal('process', { ...process, platform, resourcesPath: resources });
    expect(terminalCommandPaths(isPackaged)).toEqual(paths);
    vi.unstubAllGlobals();
  },
);
