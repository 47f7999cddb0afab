import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const module = join(import.meta.dirname, 'interruption.ts');

/** Starts a process that waits for its interruption. Like the tools of the launcher, it has a channel to its parent. */
function start(script: string) {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { interruptionSignal } from ${JSON.stringify(module)};\n${script}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  return {
    child,
    ended: once(child, 'exit').then(([code]) => ({ code: code as unknown, said: output })),
  };
}

const waiting = `
const signal = interruptionSignal();
const timer = setInterval(() => {}, 1000);
signal.addEventListener('abort', () => { console.log(signal.reason.message); clearInterval(timer); });
console.log('up');`;

test.each([
  ['a signal', 'stopped by SIGTERM', 'SIGTERM'],
  ['the end of the launcher', 'stopped: the launcher is gone', null],
] as const)('interruptionSignal aborts with a reason after %s', async (_, reason, signal) => {
  const { child, ended } = start(waiting);
  if (child.stdout !== null) await once(child.stdout, 'data');
  if (signal === null) child.disconnect();
  else child.kill(signal);
  expect(await ended).toEqual({ code: 0, said: `up\n${reason}\n` });
});

test('interruptionSignal does not keep an otherwise finished process running', async () => {
  expect(await start(`interruptionSignal(); console.log('done');`).ended).toEqual({
    code: 0,
    said: 'done\n',
  });
});
