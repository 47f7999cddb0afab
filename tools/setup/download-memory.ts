import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const failureSchema = z.object({
  /** Of Electron. */
  version: z.string(),
  reason: z.string(),
  /** Milliseconds since the Unix epoch. */
  at: z.number(),
});
export type DownloadFailure = z.infer<typeof failureSchema>;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Why the download of this version failed less than a day ago, or null when it is worth a try.
 * A note that is unreadable or from the future counts for nothing.
 */
export function recallFailure(file: string, version: string, now: number): string | null {
  try {
    const failure = failureSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const age = now - failure.at;
    return failure.version === version && age >= 0 && age < dayMs ? failure.reason : null;
  } catch {
    return null;
  }
}

/** Notes a failed download, so that the next starts do not wait for another one. */
export function rememberFailure(file: string, failure: DownloadFailure): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(failure)}\n`);
}
