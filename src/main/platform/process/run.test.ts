import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { executeProgram, killProcess, launchProgram } from './run.ts';

const node = (code: string, signal = new AbortController().signal) =>
  executeProgram(process.execPath, ['-e', code], signal);

const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
  vi.unstubAllEnvs();
});

it('executeProgram returns the output of a program and how it ended', async () => {
  const words = `process.stdout.write('out'); process.stderr.write('err'); process.exitCode = 3`;
  expect(await node(words)).toEqual({ code: 3, stdout: 'out', stderr: 'err' });
  expect(await node('')).toEqual({ code: 0, stdout: '', stderr: '' });
});

it('executeProgram gives a program no input, and takes at most 1 MiB of its output', async () => {
  const printed = (count: number) => node(`process.stdout.write('x'.repeat(${count}))`);
  expect(await node(`process.stdin.on('end', () => process.stdout.write('end')).resume()`)).toEqual(
    {
      code: 0,
      stdout: 'end',
      stderr: '',
    },
  );
  expect((await printed(2 ** 20)).stdout).toHaveLength(2 ** 20);
  expect(await printed(2 ** 20 + 1)).toMatchObject({ stderr: 'it printed more than 1 MiB' });
});

it('executeProgram returns the reason for the failure of a program that printed nothing', async () => {
  const { signal } = new AbortController();
  expect(await executeProgram('/nowhere/at-all', [], signal)).toMatchObject({
    code: null,
    stderr: 'it is not installed',
  });
  expect(await node('process.exitCode = 3')).toMatchObject({
    code: 3,
    stderr: 'it ended with 3',
  });
  // Leave out Windows, which has no signals: there the process ends with exit code 1.
  if (process.platform === 'win32') return;
  expect(await node(`process.kill(process.pid, 'SIGKILL')`)).toMatchObject({
    code: null,
    stderr: 'it was ended by SIGKILL',
  });
});

it('executeProgram returns a reason when its signal is aborted', async () => {
  expect(await node('setInterval(() => {}, 1000)', AbortSignal.abort())).toMatchObject({
    code: null,
    stderr: 'it was stopped',
  });
});

it.each([
  ['a NUL', 'a\0b'],
  ['more text than the system allows', 'a'.repeat(4 * 2 ** 20)],
])(
  'executeProgram returns a failure for a program with an argument that has %s',
  async (_what, argument) => {
    const { signal } = new AbortController();
    expect(await executeProgram(execPath, ['-e', '', argument], signal)).toMatchObject({
      code: null,
      stderr: expect.stringMatching(/^it could not be run/) as unknown,
    });
    expect(await launchProgram(execPath, ['-e', '', argument], 60_000)).toBeNull();
  },
);

it.skipIf(process.platform === 'win32')(
  'executeProgram ends a program that ignores SIGTERM',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'overhead-run-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'pid');
    const stop = new AbortController();
    const run = executeProgram(
      execPath,
      [
        '-e',
        `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
        require('node:fs').writeFileSync(process.argv[1], String(process.pid))`,
        file,
      ],
      stop.signal,
    );
    await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
    const pid = Number(readFileSync(file, 'utf8'));
    onTestFinished(() => killProcess(pid));
    stop.abort();
    await run;
    await vi.waitUntil(() => !isAlive(pid));
  },
);

/** Runs a shell line that writes the id of a process that it starts to `$1`. Also returns this id. */
function runParent(line: string, signal: AbortSignal, limitMs?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pid');
  const run = executeProgram('/bin/sh', ['-c', line, 'sh', file], signal, limitMs);
  const started = (async (): Promise<number> => {
    await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
    const pid = Number(readFileSync(file, 'utf8'));
    onTestFinished(() => killProcess(pid));
    return pid;
  })();
  return { run, started };
}

/**
 * Whether a process runs. `ps` prints the state Z for a process that has ended while its parent has not read the exit
 * code, and nothing for an unknown id.
 */
const isAlive = (pid: number): boolean =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString());

describe.skipIf(process.platform === 'win32')('the processes that a program starts', () => {
  it('end with the program when its signal is aborted', async () => {
    const stop = new AbortController();
    const { run, started } = runParent('sleep 600 & echo $! > "$1"; wait', stop.signal);
    const pid = await started;
    stop.abort();
    expect(await run).toEqual({ code: null, stdout: '', stderr: 'it was stopped' });
    await vi.waitUntil(() => !isAlive(pid));
  });

  it('end with the program after its time limit', async () => {
    const { signal } = new AbortController();
    // The limit gives the shell time to write the id.
    const { run, started } = runParent('sleep 600 & echo $! > "$1"; wait', signal, 5_000);
    expect(await run).toMatchObject({ code: null, stderr: 'it did not end within 5 s' });
    const pid = await started;
    await vi.waitUntil(() => !isAlive(pid));
  });

  it('run on after the end of the program, whose result does not wait for their output', async () => {
    const { signal } = new AbortController();
    const { run, started } = runParent('sleep 600 & echo $! > "$1"; echo out', signal);
    expect(await run).toEqual({ code: 0, stdout: 'out\n', stderr: '' });
    expect(isAlive(await started)).toBe(true);
  });

  it('end with the program when it prints more than 1 MiB', async () => {
    const { signal } = new AbortController();
    const { run, started } = runParent('sleep 600 & echo $! > "$1"; yes; wait', signal);
    expect(await run).toEqual({ code: null, stdout: '', stderr: 'it printed more than 1 MiB' });
    const pid = await started;
    await vi.waitUntil(() => !isAlive(pid));
  });
});

it.skipIf(process.platform !== 'linux')(
  'executeProgram removes the libraries and folders of the AppImage from the environment of programs',
  async () => {
    const mount = '/tmp/.mount_Overhead';
    vi.stubEnv('APPIMAGE', '/home/me/Overhead.AppImage');
    vi.stubEnv('APPDIR', mount);
    vi.stubEnv('LD_LIBRARY_PATH', `${mount}/usr/lib:/opt/lib`);
    vi.stubEnv('PATH', `${mount}/usr/sbin:/usr/bin:/bin`);
    process.execPath = `${mount}/overhead`;
    const print = 'echo "$APPDIR|$LD_LIBRARY_PATH|$PATH"';
    const { stdout } = await executeProgram('/bin/sh', ['-c', print], new AbortController().signal);
    expect(stdout).toBe('|/opt/lib|/usr/bin:/bin\n');
  },
);

it('launchProgram returns how a program ended, and does not wait for a program that keeps running', async () => {
  const ends = (code: string, waitMs: number) =>
    launchProgram(process.execPath, ['-e', code], waitMs);
  expect(await ends('process.exitCode = 3', 60_000)).toBe(3);
  expect(await ends('', 60_000)).toBe(0);
  expect(await launchProgram('/nowhere/at-all', [], 60_000)).toBeNull();
  expect(await ends('setTimeout(() => {}, 20_000)', 1)).toBe('running');
});
