import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { draftName } from '#platform/files/atomic.ts';

/** A part, and beside it what is needed to go on with it. */
const partName = /^\.([\da-f-]{36})\.(part|resume)$/;

/** Longer than any download may take: a part that was not touched for so long has no writer. */
const abandonedAfterMs = 15 * 60_000;
/** What can be gone on with is kept for longer. */
const resumableForMs = 24 * 3600_000;

export interface PartPaths {
  readonly part: string;
  readonly resume: string;
}

export const partPaths = (folder: string, id: string): PartPaths => ({
  part: join(folder, `.${id}.part`),
  resume: join(folder, `.${id}.resume`),
});

/** The same address has the same part, so that the next try finds it. */
export function partId(address: string): string {
  const hex = createHash('sha256').update(address).digest('hex');
  return [8, 4, 4, 4, 12]
    .map((length, index, lengths) => {
      const from = lengths.slice(0, index).reduce((sum, before) => sum + before, 0);
      return hex.slice(from, from + length);
    })
    .join('-');
}

export const freshPartId = (): string => randomUUID();

/**
 * Removes parts and drafts that killed runs left in the folder, and no other file. A file dated in the future counts by
 * the difference as well: it was written before the system clock was set back, and nothing says how old it is.
 *
 * @param isBusy whether this process is writing the file of this path
 */
export async function removeAbandoned(
  folder: string,
  isBusy: (path: string) => boolean,
): Promise<void> {
  const names = await readdir(folder);
  const present = new Set(names);
  for (const name of names) {
    const [, id] = partName.exec(name) ?? [];
    if (id === undefined && !draftName.test(name)) continue;
    if (id !== undefined && isBusy(partPaths(folder, id).part)) continue;
    const isResumable = id !== undefined && present.has(`.${id}.resume`);
    const patience = isResumable ? resumableForMs : abandonedAfterMs;
    const path = join(folder, name);
    const touched = await stat(path).catch(() => null);
    if (touched === null || Math.abs(Date.now() - touched.mtimeMs) < patience) continue;
    // One that cannot be removed is no reason not to bring a picture.
    await rm(path, { force: true }).catch(() => undefined);
  }
}
