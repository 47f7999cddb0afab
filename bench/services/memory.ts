import { readProcess } from '#tools/system/processes.ts';
import type { LoadTool, Target } from './load.ts';

/** Memory that a process has in RAM, MB (10⁶ bytes); null where the system does not tell. Linux only. */
export function residentMb(pid: number): number | null {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProcess(pid, 'status'))?.[1];
  return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1e6;
}

export interface Growth {
  /** Before the first request, then at each mark, MB. */
  readonly resident: readonly number[];
  readonly errors: number;
}

/** Puts the targets under load in turn, a second each, and looks at the memory at each number of requests. */
export async function watchMemory(
  tool: LoadTool,
  pid: number,
  targets: readonly Target[],
  marks: readonly number[],
): Promise<Growth> {
  const resident = [residentMb(pid) ?? Number.NaN];
  let requests = 0;
  let errors = 0;
  for (let turn = 0; resident.length <= marks.length; turn += 1) {
    const target = targets[turn % targets.length];
    if (target === undefined) throw new RangeError('there is no target');
    const load = await tool.run(target, 1);
    if (load.requests === 0) throw new Error(`${target.url} answers nothing`);
    requests += load.requests;
    errors += load.errors;
    while (requests >= (marks[resident.length - 1] ?? Infinity)) {
      resident.push(residentMb(pid) ?? Number.NaN);
    }
  }
  return { resident, errors };
}
