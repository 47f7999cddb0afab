import { readdirSync, readFileSync } from 'node:fs';

/**
 * The text of a file of `/proc/<pid>`, such as `status` or `cmdline`; empty when the process has ended or may not be
 * read.
 */
export function readProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** The names in a folder of `/proc/<pid>`, such as `fd`; empty when the process has ended or may not be read. */
export function procEntriesOf(pid: number | string, folder: 'task' | 'fd'): string[] {
  try {
    return readdirSync(`/proc/${pid}/${folder}`);
  } catch {
    return [];
  }
}

/** The fields of a text of `/proc/<pid>/stat` from the third on. The second, the name, may contain spaces and `)`. */
export const statFields = (stat: string): readonly string[] =>
  stat.slice(stat.lastIndexOf(')') + 2).split(' ');

/** The parent of every process, without zombies. On systems other than Linux: empty. */
export function processTable(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const entry of processIds()) {
    const stat = readProcess(entry, 'stat');
    const [state, parent] = statFields(stat);
    if (stat !== '' && state !== 'Z' && state !== 'X') parents.set(Number(entry), Number(parent));
  }
  return parents;
}

function processIds(): string[] {
  try {
    return readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  } catch {
    return [];
  }
}

/** The descendants of these processes. The processes themselves are not included. */
export function descendants(...pids: readonly number[]): number[] {
  const parents = [...processTable()];
  const familyPids = new Set(pids);
  // The set grows during the iteration.
  for (const elder of familyPids)
    for (const [child, parent] of parents) if (parent === elder) familyPids.add(child);
  return [...familyPids].filter((pid) => !pids.includes(pid));
}

/** Whether the process runs; false for a zombie. */
export const isRunning = (pid: number): boolean =>
  /^State:\s*[^ZX\s]/m.test(readProcess(pid, 'status'));

/** The renderer processes of the app whose main process has this id, including a spare renderer. */
export const renderersOf = (pid: number): number[] =>
  descendants(pid).filter((child) => readProcess(child, 'cmdline').includes('--type=renderer'));

export const processesWithText = (text: string): number[] =>
  processIds()
    .map(Number)
    .filter((pid) => readProcess(pid, 'environ').includes(text));
