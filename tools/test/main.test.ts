import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

async function runTests(
  args: readonly string[],
  { env = {}, stopAt }: { env?: NodeJS.ProcessEnv; stopAt?: string } = {},
) {
  const main = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let isStopped = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (isStopped || stopAt === undefined || !said.includes(stopAt)) return;
    // Once: a second Ctrl+C ends the process at once.
    isStopped = child.kill('SIGINT');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, last: said.split('\n').at(-2) };
}

test('a step that cannot run here is skipped, and counted', async () => {
  const env = { PATH: '/nonexistent', CHROMIUM_PATH: '' };
  expect(await runTests(['--only', 'browser', '--only', 'e2e'], { env })).toEqual({
    code: 0,
    last: '0 passed, 0 failed, 2 skipped',
  });
});

test('stopped by Ctrl+C, steps that did not end count as failed', async () => {
  const stopped = await runTests(['--only', 'gates', '--only', 'e2e'], { stopAt: '── gates' });
  expect(stopped).toEqual({ code: 130, last: '0 passed, 2 failed, 0 skipped' });
});

test.each([['--only=all'], ['--fast'], ['unit']])('refuses %s with exit code 2', async (arg) => {
  expect(await runTests([arg])).toEqual({ code: 2, last: undefined });
});
