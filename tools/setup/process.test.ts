import { expect, test } from 'vitest';
import { runCommandLine } from './process.ts';

test('collects both outputs and the exit code', async () => {
  const script = 'process.stdout.write("a"); process.stderr.write("b"); process.exitCode = 3';
  const { code, output } = await runCommandLine(process.execPath, ['-e', script]);
  expect(code).toBe(3);
  expect(output.split('').toSorted()).toEqual(['a', 'b']);
});

test('ends the command and its children when it is aborted', async () => {
  const stop = new AbortController();
  // The second process holds the pipe open, so run() resolves only after that process has also ended.
  const { code } = await runCommandLine('sh', ['-c', 'sleep 1000 & echo up; wait'], {
    signal: stop.signal,
    onOutput: () => stop.abort(),
  });
  expect(code).toBe(137);
});

test('starts nothing after the signal is aborted', async () => {
  expect(await runCommandLine('/nonexistent', [], { signal: AbortSignal.abort() })).toEqual({
    code: 130,
    output: '',
  });
});

test('rejects for a command that does not exist', async () => {
  await expect(runCommandLine('/nonexistent', [])).rejects.toThrow('ENOENT');
});
