import { spawn } from 'node:child_process';

/**
 * Runs a shell script that waits for the end of this process. After an orderly end, the script reads a line from its
 * input. If the process ends in another way, also by SIGKILL, the script's input ends without a line. Returns a
 * function that sends the line and waits for the script.
 */
export function runScriptAfterExit(
  script: string,
  env: Record<string, string>,
): () => Promise<void> {
  const child = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, ...env },
  });
  const scriptEnd = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.stdin.on('error', () => undefined);
  child.unref();
  return () => {
    child.ref();
    child.stdin.end('ended\n');
    return scriptEnd;
  };
}
