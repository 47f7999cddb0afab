import { expect, test } from 'vitest';
import { runCommandLine } from './process.ts';

test('runCommandLine returns the exit code, and both outputs as one text', async () => {
  const script = 'process.stdout.write("a"); process.stderr.write("b"); process.exitCode = 3';
  const { code, output } = await runCommandLine(process.execPath, ['-e', script]);
  expect(code).toBe(3);
  expect(output.split('').toSorted()).toEqual(['a', 'b']);
});

test('runCommandLine ends the command and its children when the signal is aborted', async () => {
  const stop = new AbortController();
  // The second process holds the pipe open, so runCommandLine() resolves only after that process has also ended.
  const { code } = await runCommandLine('sh', ['-c', 'sleep 1000 & echo up; wait'], {
    signal: stop.signal,
    onOutput: () => stop.abort(),
  });
  expect(code).toBe(137);
});

test('runCommandLine starts nothing if the signal was aborted before', async () => {
  expect(await runCommandLine('/nonexistent', [], { signal: AbortSignal.abort() })).toEqual({
    code: 130,
    output: '',
  });
});

test('runCommandLine rejects for a command that does not exist', async () => {
  await expect(runCommandLine('/nonexistent', [])).rejects.toThrow('ENOENT');
});
