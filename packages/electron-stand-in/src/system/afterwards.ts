import { spawn } from 'node:child_process';

/**
 * Runs a shell script that waits for this process to end. The script reads a line from its input after an orderly
 * end, and the end of its input without a line however else this process ends, also when it is killed. Returns a
 * function that sends the line and waits for the script.
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
