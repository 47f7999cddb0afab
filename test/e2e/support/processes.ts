import { readdirSync, readFileSync } from 'node:fs';

/** The descendants of `pid`, as far as they are not adopted by another. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name in parentheses may hold blanks and parentheses itself.
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // it has just ended
    }
  }
  const found: number[] = [];
  const add = (of: number): void => {
    for (const [child, parent] of parents)
      if (parent === of) {
        found.push(child);
        add(child);
      }
  };
  add(pid);
  return found;
}

/** True while the process runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** The processes that draw pages for the app with that process id, a spare one among them. */
export const renderersOf = (pid: number): number[] =>
  descendants(pid).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('--type=renderer');
    } catch {
      return false; // it has just ended
    }
  });
