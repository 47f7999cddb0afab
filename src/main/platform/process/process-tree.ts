import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { attemptStorage } from '../files/attempt.ts';

/** The environment variable that marks the processes of one run. */
export const runMarkVariable = 'OVERHEAD_RUN';

/** How often the tree is read and killed: a process may start another process while the tree is read. */
const maxKillRounds = 10;

/**
 * Kills a process, its group and all its descendants, also in other sessions.
 *
 * On Linux a descendant is found by its parents or by the run's mark in its environment. Only a process that has lost
 * both (`env -i setsid`, forked twice) is not found. On macOS, where environments cannot be read, a descendant is found
 * by its parents or its group.
 *
 * @param mark the value of the variable `OVERHEAD_RUN` in the environment of the run
 */
export function killTree(pid: number, mark: string): void {
  if (process.platform === 'win32') {
    // `/T` also kills the child processes.
    spawn('taskkill', ['/PID', String(pid), '/T', '/F'], {
      stdio: 'ignore',
      windowsHide: true,
    }).on('error', () => killProcess(pid));
    return;
  }
  for (let round = 0; round < maxKillRounds; round += 1) {
    const tree = processTreeOf(pid, mark);
    if (round > 0 && tree.length === 0) return;
    killProcess(-pid);
    for (const one of tree) killProcess(one);
  }
}

function killProcess(pid: number): void {
  // Ignore the error if the process has already ended.
  attemptStorage(() => process.kill(pid, 'SIGKILL'));
}

interface Process {
  readonly pid: number;
  readonly parent: number;
}

function processTreeOf(pid: number, mark: string): number[] {
  const processes = process.platform === 'linux' ? linuxProcesses() : psProcesses();
  const tree = new Set(
    processes.filter((one) => one.pid === pid || isMarked(one.pid, mark)).map((one) => one.pid),
  );
  for (let size = -1; size !== tree.size;) {
    size = tree.size;
    for (const { pid: child, parent } of processes) if (tree.has(parent)) tree.add(child);
  }
  return [...tree].filter((one) => one !== process.pid);
}

function linuxProcesses(): Process[] {
  const names = attemptStorage(() => readdirSync('/proc'));
  if (!names.ok) return [];
  return names.value.flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = attemptStorage(() => readFileSync(`/proc/${name}/stat`, 'utf8'));
    if (!stat.ok) return [];
    // The name of the program, in parentheses, may contain anything.
    const [state, parent] = stat.value.slice(stat.value.lastIndexOf(')') + 2).split(' ');
    // Leave out a zombie, because it has already ended.
    return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent) }];
  });
}

/** Whether a process was started with the mark in its environment. Linux only, and only for processes of this user. */
function isMarked(pid: number, mark: string): boolean {
  const environment = attemptStorage(() => readFileSync(`/proc/${pid}/environ`, 'latin1'));
  return environment.ok && environment.value.split('\0').includes(`${runMarkVariable}=${mark}`);
}

function psProcesses(): Process[] {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, stat] = line.trim().split(/\s+/);
    if (pid === undefined || parent === undefined || stat?.startsWith('Z') !== false) return [];
    return [{ pid: Number(pid), parent: Number(parent) }];
  });
}
