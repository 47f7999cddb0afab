import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import { pictureFileSchema, type PictureFile } from '#shared/picture/picture.ts';
import { writeWhole } from '#platform/files/atomic.ts';
import { validatorSchema, type Validator } from './validator.ts';

const knownSchema = z.object({
  /** Hash of the address: an address may hold what is nobody's business. */
  address: z.string(),
  validator: validatorSchema,
  file: pictureFileSchema,
});
type Known = z.infer<typeof knownSchema>;

/** Which address each of the last files came from, so that none comes twice. */
export interface KnownFiles {
  find(address: string): Promise<{ validator: Validator; file: PictureFile } | null>;
  remember(address: string, validator: Validator, file: PictureFile): Promise<void>;
}

const mostKnown = 64;

/** Kept in a file of `folder`. Losing it costs a download, so that what the disk refuses is no failure. */
export function createKnownFiles(folder: string): KnownFiles {
  const path = join(folder, '.known.json');
  const read = async (): Promise<Known[]> => {
    const text = await readFile(path, 'utf8').catch(() => '');
    return z.array(knownSchema).safeParse(parseJson(text)).data ?? [];
  };
  const idOf = (address: string): string =>
    createHash('sha256').update(address).digest('hex').slice(0, 32);
  /** Held in memory once read; the disk may refuse to keep it. */
  let loaded: Promise<Known[]> | null = null;

  return {
    async find(address) {
      loaded ??= read();
      const known = (await loaded).find((one) => one.address === idOf(address));
      if (known === undefined) return null;
      const there = await stat(join(folder, known.file.name)).catch(() => null);
      return there?.size === known.file.bytes ? known : null;
    },

    async remember(address, validator, file) {
      const id = idOf(address);
      const before = await (loaded ??= read());
      const others = before.filter((known) => known.address !== id);
      const known = [{ address: id, validator, file }, ...others].slice(0, mostKnown);
      loaded = Promise.resolve(known);
      const text = JSON.stringify(known);
      await writeWhole(path, (draft) => draft.writeFile(text)).catch(() => undefined);
    },
  };
}
