import { spawn } from 'node:child_process';
import { markVariable } from './processes.ts';

/**
 * Waits for a line, or for the end of its input, which comes however the owner ends. A line says that all was
 * stopped in good order. Without one, whatever carries the mark is ended, and then the folder removed.
 */
const script = `
read -r _ && exit
tries=0
until [ $tries -ge 100 ]; do
  pids=$(grep -lazxF "$MARK" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3)
  if [ -n "$pids" ]; then kill -KILL $pids 2>/dev/null
  elif [ -z "$FOLDER" ] || rm -rf "$FOLDER" 2>/dev/null; then exit
  fi
  tries=$((tries + 1))
  sleep 0.1
done
`;

/**
 * Sees to it that the desktop `id` does not outlive this process, also when that is killed. `folder` is removed
 * with it; null for one that is to be kept. Gives back the way to release the guardian, which then ends.
 */
export function guard(id: string, folder: string | null): () => Promise<void> {
  const child = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, MARK: `${markVariable}=${id}`, FOLDER: folder ?? '' },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.stdin.on('error', () => undefined);
  child.unref();
  return () => {
    child.ref();
    child.stdin.end('stopped\n');
    return ended;
  };
}
