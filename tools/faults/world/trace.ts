import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AppState } from '#shared/state.ts';
import type { RequestEntry, Machine } from './machine.ts';

/** The log of a schedule, without the parts that differ from run to run: the folder of the machine, and ports. */
export class ScheduleTrace {
  readonly lines: string[] = [];
  private readonly machine: Machine;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  add(line: string): void {
    this.lines.push(
      line
        .replaceAll(this.machine.folder, 'FOLDER')
        .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1:PORT'),
    );
  }

  /**
   * Adds requests in a fixed order: simultaneous requests reach the services on several connections, so their order
   * varies.
   */
  requests(entries: readonly RequestEntry[]): void {
    const lines = entries.map(({ at, service, method, target, status, scenarios, body = '' }) =>
      [at, service, method, target, status, scenarios.join('+'), body].join(' '),
    );
    for (const line of lines.sort()) this.add(line);
  }

  state(state: AppState): void {
    this.add(JSON.stringify(state));
  }

  /**
   * Adds the wallpapers of the desktop, and the names of the files in the data folder. The name of a partial download
   * is a hash of its address, which has a port.
   */
  disk(): void {
    const { data } = this.machine;
    this.add(this.machine.wallpapers().join(' '));
    const files = readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(data.length + 1))
      .map((name) => name.replace(/\/\.[\da-f-]{36}\.(part|resume)$/, '/.ADDRESS.$1'));
    this.add(files.sort().join(' '));
  }

  hash(): string {
    const hash = createHash('sha256');
    for (const line of this.lines) hash.update(`${line}\n`);
    return hash.digest('hex');
  }
}

/** Describes the first difference of two traces; null if they are equal. */
export function differenceOf(one: readonly string[], other: readonly string[]): string | null {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [left = '(the end)', right = '(the end)'] = [one[index], other[index]];
    if (left === right) continue;
    let same = 0;
    while (left[same] === right[same]) same += 1;
    const from = Math.max(same - 60, 0);
    const part = (text: string): string => text.slice(from, same + 160);
    return `line ${index + 1} of ${length}:\n    ${part(left)}\n    ${part(right)}`;
  }
  return null;
}
