import { parseFix } from '#station/position-client.ts';
import type { Fix } from '#shared/station/station.ts';

interface ReadFixes {
  /** The fixes, oldest first, without duplicates. */
  readonly fixes: readonly Fix[];
  /** Number of lines that are not a position; blank lines do not count. */
  readonly skipped: number;
}

/** Parses answers of the position service, one per line, in any order. Makes the same checks as the app. */
export function readFixes(text: string): ReadFixes {
  const fixes = new Map<string, Fix>();
  let skipped = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const fix = parseLine(line);
    if (fix === null) skipped += 1;
    else fixes.set(`${fix.time} ${fix.latitude} ${fix.longitude}`, fix);
  }
  return { fixes: [...fixes.values()].sort((a, b) => a.time - b.time), skipped };
}

function parseLine(line: string): Fix | null {
  let answer: unknown;
  try {
    answer = JSON.parse(line);
  } catch {
    return null;
  }
  const fix = parseFix(answer, 0);
  // The answer does not contain the time of receipt, so the time of the fix is used.
  return fix.ok ? { ...fix.value, receivedAt: fix.value.time * 1000 } : null;
}
