import { spawn } from 'node:child_process';

/**
 * Runs a shell script that waits for this process: its input is a line once all was ended in good order, and ends
 * without one however this process ends, also when it is killed. Returns what sends that line and waits for the
 * script's end.
 */
export function runAfterwards(script: string, env: Record<string, string>): () => Promise<void> {
  const child = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, ...env },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.stdin.on('error', () => undefined);
  child.unref();
  return () => {
    child.ref();
    child.stdin.end('ended\n');
    return ended;
  };
}
