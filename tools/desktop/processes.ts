import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../system/until.ts';

/** Every process of a desktop has this variable, also those that the bus starts or that an app leaves behind. */
export const markVariable = 'OVERHEAD_DESKTOP_ID';

export interface SpawnOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Folder of the logs: one file per process. */
  readonly logs: string;
  /** Whether descriptor 3 is a pipe, where the part says when it is ready. */
  readonly readyPipe?: boolean;
}

/** Starts a part of the desktop in a session of its own, so that Ctrl+C in the terminal does not reach it. */
export function startPart(
  command: string,
  args: readonly string[],
  { env, logs, readyPipe = false }: SpawnOptions,
): ChildProcess {
  const log = openSync(join(logs, `${command.split('/').at(-1) ?? command}.log`), 'a');
  try {
    const child = spawn(command, args, {
      env,
      detached: true,
      stdio: ['ignore', log, log, readyPipe ? 'pipe' : 'ignore'],
    });
    // It shows as a part that never becomes ready.
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** Process ids, without zombies and without this process, that carry the mark `id` or descend from one that does. */
export function markedProcesses(id: string): number[] {
  const mark = `${markVariable}=${id}`;
  const found = new Set<number>();
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const parent = parentOf(pid);
    if (parent === null) continue;
    children.set(parent, [...(children.get(parent) ?? []), pid]);
    if (read(`/proc/${pid}/environ`).split('\0').includes(mark)) found.add(pid);
  }
  // A set that grows while it is walked: Chromium's helpers overwrite their environment, but not their parent.
  for (const pid of found) for (const child of children.get(pid) ?? []) found.add(child);
  return [...found];
}

/** Ends the processes that `select` gives, and those that take their place meanwhile: politely, then by force. */
export async function endAll(select: () => number[], graceMs = 2_000): Promise<void> {
  const message = 'processes of the desktop did not end';
  const asked = new Set<number>();
  const gone = (): boolean => {
    const alive = select();
    for (const pid of alive) if (!asked.has(pid)) kill(pid, 'SIGTERM');
    for (const pid of alive) asked.add(pid);
    return alive.length === 0;
  };
  const goneByForce = (): boolean => {
    const alive = select();
    for (const pid of alive) kill(pid, 'SIGKILL');
    return alive.length === 0;
  };
  try {
    await until(gone, { message, timeoutMs: graceMs, intervalMs: 15 });
  } catch {
    await until(goneByForce, { message, timeoutMs: 5_000, intervalMs: 15 });
  }
}

/**
 * Sends a signal; a process that is gone already is no error. Nor is one of another user, such as the setuid helper
 * of Chromium's sandbox, which ends with its parent.
 */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/** The parent of a living process; null for one that is gone or a zombie. */
function parentOf(pid: number): number | null {
  // "pid (name) state parent …", where the name may hold anything.
  const stat = read(`/proc/${pid}/stat`);
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' || state === 'Z' || state === 'X' ? null : Number(parent);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
