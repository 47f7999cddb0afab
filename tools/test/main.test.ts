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

test('a part that cannot run here is skipped, and counted', async () => {
  const env = { PATH: '/nonexistent', CHROMIUM_PATH: '' };
  expect(await runTests(['--only', 'browser', '--only', 'e2e'], { env })).toEqual({
    code: 0,
    last: '0 passed, 0 failed, 2 skipped',
  });
});

test('stopped by Ctrl+C, what was not reached counts as failed', async () => {
  const { code, last } = await runTests(['--only', 'gates', '--only', 'e2e'], {
    stopAt: '── gates',
  });
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(last ?? '') ?? [];
  // The seven gates and the one part that never began; a gate may pass before the signal arrives.
  expect({ code, all: Number(passed) + Number(failed) }).toEqual({ code: 130, all: 8 });
  expect(Number(failed)).toBeGreaterThan(1);
});
