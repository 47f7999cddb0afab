import { spawnSync } from 'node:child_process';
import type { Runtime } from '#tools/setup/runtime.ts';

/** Mounts the folder $0 over /etc, then runs the remaining arguments as a command. */
const script = 'mount -t overlay overlay -o "lowerdir=$0:/etc" /etc && exec "$@"';
const unshared = (folder: string): string[] => ['--mount', 'sh', '-c', script, folder];

/**
 * Runs the app in a mount namespace of its own, in which the files of the folder are in /etc. Other processes do not
 * see these files.
 */
export const withEtc = (folder: string, runtime: Runtime): Runtime => ({
  ...runtime,
  command: 'unshare',
  args: [...unshared(folder), runtime.command, ...runtime.args],
});

/** Whether this user is root and can mount a file system over /etc. */
export const canReplaceEtc = (folder: string): boolean =>
  process.getuid?.() === 0 && spawnSync('unshare', [...unshared(folder), 'true']).status === 0;
