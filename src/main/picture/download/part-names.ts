import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

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

/** Removes what killed runs left in the folder, and no other file. */
export async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder);
  const present = new Set(names);
  for (const name of names) {
    const [, id] = partName.exec(name) ?? [];
    if (id === undefined) continue;
    const patience = present.has(`.${id}.resume`) ? resumableForMs : abandonedAfterMs;
    const path = join(folder, name);
    const touched = await stat(path).catch(() => null);
    if (touched === null || Date.now() - touched.mtimeMs < patience) continue;
    // One that cannot be removed is no reason not to bring a picture.
    await rm(path, { force: true }).catch(() => undefined);
  }
}
