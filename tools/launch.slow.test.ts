import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '#stand-in/system/until.ts';

const lock = (version: string): string =>
  JSON.stringify({
    packages: {
      '': { version: '0.1.0' },
      'node_modules/zod': { version },
      'node_modules/fsevents': { version: '2.3.3', optional: true },
      'node_modules/vitest': { version: '5.1.0', dev: true },
    },
  });

/** Replaces npm: prints a line, and writes the same record as npm. */
const fakeNpm = `
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync('npm.log', process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_HANGS) {
  process.on('SIGINT', () => { console.error('npm error signal SIGINT'); process.exit(1); });
  setInterval(() => {}, 1000);
  await new Promise(() => process.stdout.write('', () => appendFileSync('npm.up', '')));
}
if (process.env.NPM_FAILS) { console.error('npm error no network'); process.exit(1); }
console.log('added 1 package');
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
delete lock.packages[''];
delete lock.packages['node_modules/fsevents'];
if (process.argv.includes('--omit=dev')) delete lock.packages['node_modules/vitest'];
mkdirSync('node_modules', { recursive: true });
writeFileSync('node_modules/.package-lock.json', JSON.stringify(lock));
`;

let root = '';
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

/** Writes a project with the launcher, two tools (`probe`, and `orbit`, which needs all packages), and Node as the only installed package. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'overhead-launch-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  write('package.json', '{"type":"module"}');
  write('package-lock.json', lock('4.6.7'));
  write('npm-cli.js', fakeNpm);
  write('tools/probe/probe.ts', `console.log('tool', ...process.argv.slice(2));`);
  write('tools/orbit/orbit.ts', `console.log('orbit');`);
  copyFileSync(join(import.meta.dirname, 'launch.mjs'), join(root, 'tools/launch.mjs'));
  const system = `${process.platform}-${process.arch}`;
  const bin = join(root, `node_modules/node-${system}/bin`);
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, 'node'));
});

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'tools/launch.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, npm_execpath: join(root, 'npm-cli.js'), DEBUG: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function launch(args: readonly string[], env?: Record<string, string>) {
  const child = start(args, env);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** The arguments of each run of npm, without the options that all runs have. */
const npmCommands = (): string[] => {
  try {
    return readFileSync(join(root, 'npm.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(' --loglevel=error --no-audit --no-fund', ''));
  } catch {
    return [];
  }
};
const npmRuns = (): number => npmCommands().length;

describe('launch.mjs', () => {
  test.each([[[]], [['nonsense']], [['toString']]])(
    'prints the usage and exits with 2 for %j',
    async (args) => {
      const { code, stdout, stderr } = await launch(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^Usage: /);
      expect(npmRuns()).toBe(0);
    },
  );

  test('installs the packages once, and again when the lock file changes', async () => {
    const first = await launch(['probe', 'picture', '--date', 'x']);
    expect(first).toMatchObject({ code: 0, stdout: 'tool picture --date x\n' });
    expect(first.stderr).toMatch(/^Installing packages .*\n$/);
    expect(npmRuns()).toBe(1);

    expect((await launch(['probe'])).stderr).toBe('');
    expect(npmRuns()).toBe(1);

    write('package-lock.json', lock('4.6.8'));
    await launch(['probe']);
    expect(npmRuns()).toBe(2);
  });

  test('installs only the packages of the app for a tool that needs no others', async () => {
    await launch(['probe']);
    await launch(['probe']);
    expect(npmCommands()).toEqual(['ci --omit=dev']);
  });

  test('adds the other packages when a tool needs them, and never removes them', async () => {
    await launch(['probe']);
    expect(await launch(['orbit'])).toMatchObject({ code: 0, stdout: 'orbit\n' });
    await launch(['orbit']);
    await launch(['probe']);
    expect(npmCommands()).toEqual(['ci --omit=dev', 'install --no-save --include=dev']);
  });

  test('installs all packages at once for a tool that needs them', async () => {
    await launch(['orbit']);
    await launch(['probe']);
    expect(npmCommands()).toEqual(['ci --include=dev']);
  });

  test('prints npm’s message when npm fails, and runs no tool', async () => {
    const { code, stdout, stderr } = await launch(['probe'], { NPM_FAILS: '1' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('npm error no network\nlaunch: npm ci failed with exit code 1\n');
  });

  test('prints “0 passed, 1 failed” for npm test when the installation fails', async () => {
    const { code, stdout } = await launch(['test'], { NPM_FAILS: '1' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '0 passed, 1 failed\n' });
  });

  test('installs with npm even if another package manager started launch.mjs', async () => {
    write('yarn.js', `process.exit(1);`);
    const bin = join(root, 'bin');
    write('bin/npm', `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'npm-cli.js')}' "$@"\n`);
    chmodSync(join(bin, 'npm'), 0o755);
    const PATH = `${bin}:${process.env['PATH'] ?? ''}`;
    const env = { npm_execpath: join(root, 'yarn.js'), PATH };
    expect(await launch(['probe'], env)).toMatchObject({ code: 0, stdout: 'tool\n' });
  });

  test('ends without an error message when Ctrl+C interrupts the installation', async () => {
    const child = start(['probe'], { NPM_HANGS: '1' });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await waitUntil(() => existsSync(join(root, 'npm.up')), {
      message: 'no npm',
      timeoutMs: 60_000,
    });
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(stderr).toMatch(/^Installing packages .*\n$/);
  });

  test('closes the IPC channel to the tool when launch.mjs is killed', async () => {
    write(
      'tools/probe/probe.ts',
      `process.once('disconnect', () => { console.log('alone'); process.exit(); });
       setInterval(() => {}, 1000);
       console.log('up');`,
    );
    const child = start(['probe']);
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (text === 'up\n') child.kill('SIGKILL');
    });
    await once(child, 'close');
    expect(stdout).toBe('up\nalone\n');
  });

  test('exits with the code of the tool', async () => {
    write('tools/probe/probe.ts', 'process.exitCode = 7;');
    expect((await launch(['probe'])).code).toBe(7);
  });

  test('forwards a signal, waits for the tool, and exits with the code of the tool', async () => {
    write(
      'tools/probe/probe.ts',
      `process.on('SIGINT', () => { console.log('ending'); process.exit(5); });
       setInterval(() => {}, 1000);
       console.log('up');`,
    );
    const child = start(['probe']);
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (text === 'up\n') child.kill('SIGINT');
    });
    expect(await once(child, 'close')).toEqual([5, null]);
    expect(stdout).toBe('up\nending\n');
  });
});
