import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

async function runTests(
  args: readonly string[],
  { env = {}, stopAt }: { env?: NodeJS.ProcessEnv; stopAt?: string } = {},
) {
  const main = join(import.meta.dirname, 'run-tests.ts');
  const reports = mkdtempSync(join(tmpdir(), 'overhead-reports-'));
  onTestFinished(() => rm(reports, { recursive: true, force: true, maxRetries: 5 }));
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, OVERHEAD_REPORTS: reports, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [output, errors] = ['', ''];
  let isStopped = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (isStopped || stopAt === undefined || !output.includes(stopAt)) return;
    // The signal is sent only once: a second Ctrl+C would end the process immediately.
    isStopped = child.kill('SIGINT');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors, last: output.split('\n').at(-2) };
}

test('npm test counts a step that cannot run as skipped', async () => {
  const env = { PATH: '/nonexistent', CHROMIUM_PATH: '' };
  expect(await runTests(['--only', 'browser', '--only', 'e2e'], { env })).toEqual({
    code: 0,
    errors: '',
    last: '0 passed, 0 failed, 2 skipped',
  });
});

test('npm test counts steps that did not end before Ctrl+C as failed', async () => {
  const stopped = await runTests(['--only', 'gates', '--only', 'e2e'], { stopAt: '── gates' });
  expect(stopped).toMatchObject({ code: 130, last: '0 passed, 2 failed, 0 skipped' });
});

test.each([['--only=all'], ['--fast'], ['unit']])(
  'npm test exits with 2 and prints the usage for %s',
  async (arg) => {
    expect(await runTests([arg])).toEqual({
      code: 2,
      errors: expect.stringContaining('Usage: npm test') as string,
      last: undefined,
    });
  },
);
