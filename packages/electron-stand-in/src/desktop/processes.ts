import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runScriptAfterExit } from '../system/run-after-exit.ts';
import { descendants, processesWithText, processTable } from '../system/processes.ts';
import { waitUntil } from '../system/until.ts';

/**
 * The environment variable that marks every process of a desktop, even processes that the bus starts and processes that
 * an app leaves running.
 */
export const markVariable = 'OVERHEAD_DESKTOP_ID';

export interface SpawnOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The folder of the logs, with one file for each process. */
  readonly logs: string;
  /** Whether the part gets a pipe as descriptor 3. The part writes to this pipe when it is ready. */
  readonly readyPipe?: boolean;
}

/** Starts a part of the desktop in its own session, so that Ctrl+C in the terminal does not reach the part. */
export function startDesktopPart(
  command: string,
  args: readonly string[],
  { env, logs, readyPipe = false }: SpawnOptions,
): ChildProcess {
  const log = openSync(join(logs, `${basename(command)}.log`), 'a');
  try {
    const child = spawn(command, args, {
      env,
      detached: true,
      stdio: ['ignore', log, log, readyPipe ? 'pipe' : 'ignore'],
    });
    // If the program cannot start, the part never becomes ready.
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/**
 * The processes with the mark `id`, and their descendants: Chromium's helpers overwrite their environment, so they have
 * no mark. Excludes this process and zombies.
 */
export function markedProcesses(id: string): number[] {
  const livePids = processTable();
  const markedPids = processesWithText(`${markVariable}=${id}`).filter((pid) => livePids.has(pid));
  return [...markedPids, ...descendants(...markedPids)].filter((pid) => pid !== process.pid);
}

/**
 * Ends the processes that `select` returns, and processes that replace them: first with SIGTERM, then with SIGKILL. The
 * wait between the two signals is long, because xfconfd writes its settings when it ends. On a busy machine this takes
 * time.
 */
export async function endProcesses(select: () => number[]): Promise<void> {
  const message = 'processes of the desktop did not end';
  const askedPids = new Set<number>();
  const endByTerm = (): boolean => {
    const livePids = select();
    for (const pid of livePids) if (!askedPids.has(pid)) sendSignal(pid, 'SIGTERM');
    for (const pid of livePids) askedPids.add(pid);
    return livePids.length === 0;
  };
  const endByKill = (): boolean => {
    const livePids = select();
    for (const pid of livePids) sendSignal(pid, 'SIGKILL');
    return livePids.length === 0;
  };
  try {
    await waitUntil(endByTerm, { message, timeoutMs: 5_000 });
  } catch {
    await waitUntil(endByKill, { message, timeoutMs: 60_000 });
  }
}

/**
 * Sends a signal. Ignores a process that has already ended, and a process of another user, such as the setuid helper of
 * Chromium's sandbox, which ends with its parent.
 */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended, or belongs to another user.
  }
}

/**
 * Shell script: if its input ends without a line (the process that started the desktop was killed), the script kills
 * every process that has $MARK in its environment and then removes $FOLDER.
 */
const guardScript = `
read -r _ && exit
tries=0
until [ $tries -ge 100 ]; do
  pids=$(grep -lazxF "$MARK" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3)
  if [ -n "$pids" ]; then kill -KILL $pids 2>/dev/null
  elif rm -rf "$FOLDER" 2>/dev/null; then exit
  fi
  tries=$((tries + 1))
  sleep 0.1
done
`;

/**
 * Stops the desktop `id` when this process ends, even if this process is killed, and then removes `folder`. Returns a
 * function that cancels this.
 */
export const guardDesktop = (id: string, folder: string): (() => Promise<void>) =>
  runScriptAfterExit(guardScript, { MARK: `${markVariable}=${id}`, FOLDER: folder });
