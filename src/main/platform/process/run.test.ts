import { expect, it } from 'vitest';
import { run } from './run.ts';

const node = (code: string, signal = new AbortController().signal) =>
  run(process.execPath, ['-e', code], signal);

it('collects what a program prints and how it ended', async () => {
  const words = `process.stdout.write('out'); process.stderr.write('err'); process.exitCode = 3`;
  expect(await node(words)).toEqual({ code: 3, stdout: 'out', stderr: 'err' });
  expect(await node('')).toEqual({ code: 0, stdout: '', stderr: '' });
});

it('explains the failure of a program that prints nothing', async () => {
  const { signal } = new AbortController();
  expect(await run('/nowhere/at-all', [], signal)).toMatchObject({
    code: null,
    stderr: 'it is not installed',
  });
  expect(await node('process.exitCode = 3')).toMatchObject({
    code: 3,
    stderr: 'it ended with 3',
  });
  // Windows has no signals: the process ends with exit code 1.
  if (process.platform === 'win32') return;
  expect(await node(`process.kill(process.pid, 'SIGKILL')`)).toMatchObject({
    code: null,
    stderr: 'it was ended by SIGKILL',
  });
});

it('ends the program when it is stopped', async () => {
  expect(await node('setInterval(() => {}, 1000)', AbortSignal.abort())).toMatchObject({
    code: null,
    stderr: 'it was stopped',
  });
});
