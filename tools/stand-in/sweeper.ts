import { spawn } from 'node:child_process';

/**
 * Waits for a line, or for the end of its input, which comes however this process ends. A line says that
 * Chromium has gone. Without one, what is left of it is ended (it leads a group of its own), and the
 * profile is removed until it stays away: what is dying may still write.
 */
const script = `
rounds=1
read -r _ || {
  rounds=10
  lock=$(readlink "$PROFILE/SingletonLock") && kill -KILL -- "-\${lock##*-}" 2>/dev/null
}
tries=0
until [ $rounds -le 0 ] || [ $tries -ge 100 ]; do
  rm -rf "$PROFILE" 2>/dev/null && rounds=$((rounds - 1))
  [ $rounds -le 0 ] || sleep 0.1
  tries=$((tries + 1))
done
`;

/** Sees to it that a profile's folder and its Chromium do not outlive this process. Gives back the sweep. */
export function sweepAfterwards(profile: string): () => Promise<void> {
  const child = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, PROFILE: profile },
  });
  const swept = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
    child.stdin.on('error', () => undefined);
  });
  child.unref();
  return () => {
    child.stdin.end('gone\n');
    return swept;
  };
}
