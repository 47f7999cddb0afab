import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Time of this computer, level and text, as they stand in the file. */
const head = /^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\.\d+\] \[(\w+)\] *(.*)$/;

/** One line of the log as a person reads it: the time is that of this computer. */
export const lineInWords = (time: string, level: string, text: string): string =>
  `${time} ${level === 'error' ? 'error: ' : ''}${text}`;

/** `2026-11-21 16:44:02` in the zone of this computer, as in the file. */
export function stamp(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

/** In bytes; 0 where there is no file. */
export function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : 0;
}

/** The lines that end before byte `end`, in at most `bytes` of them, the oldest first. None where it cannot be read. */
export function readTail(path: string, end: number, bytes: number): string[] {
  const lines = readPart(path, Math.max(0, end - bytes), end).split('\n');
  // Where the reading begins amid a message, its rest tells nothing.
  const first = lines.findIndex((line) => head.test(line));
  return (first < 0 ? [] : lines.slice(first))
    .filter((line) => line !== '')
    .map((line) => {
      const [, time, level, words] = head.exec(line) ?? [];
      return time === undefined ? line : lineInWords(time, level ?? '', words ?? '');
    });
}

function readPart(path: string, from: number, end: number): string {
  if (end <= from) return '';
  try {
    const file = openSync(path, 'r');
    try {
      const part = Buffer.alloc(end - from);
      return part.subarray(0, readSync(file, part, 0, part.length, from)).toString('utf8');
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
