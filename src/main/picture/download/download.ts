import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import {
  type PictureFile,
  type PictureRecord,
  pictureFileSchema,
} from '#shared/picture/picture.ts';
import { parseJson } from '#shared/json.ts';
import type { Http } from '#platform/http/http.ts';
import { writeWhole } from '#platform/files/atomic.ts';
import type { DownloadOptions, PictureDownloader } from '../ports.ts';
import {
  imageSources,
  type DisplayNeed,
  type ImageSource,
  pictureAddressPolicy,
} from './picture-addresses.ts';
import { openPartFile, validatorSchema, type Validator } from './part-file.ts';
import { isBreak, transfer } from './transfer.ts';

/** The maximum number of attempts per address; an interrupted download resumes only if it made progress. */
const mostTries = 5;

/**
 * Downloads pictures into `folder`: in the resolution that the displays need, or in another one if that fails.
 *
 * @param serviceUrls the configured picture services, whose own origins may be anywhere
 */
export function createDownloader({
  http,
  folder,
  serviceUrls,
  need = () => ({ longestSide: null, metered: false }),
}: {
  http: Http;
  folder: string;
  serviceUrls: () => readonly string[];
  need?: () => DisplayNeed;
}): PictureDownloader {
  const knownFiles = createKnownFiles(folder);

  async function downloadFrom(
    { url: address, limit }: ImageSource,
    { date }: PictureRecord,
    signal: AbortSignal,
    { accept = () => null, onProgress }: DownloadOptions,
  ): Promise<Result<PictureFile>> {
    const url = URL.parse(address);
    if (url === null) return fail({ kind: 'address-refused', detail: 'it is not an address' });
    const opened = await openPartFile(folder, address, limit);
    if (!opened.ok) return opened;
    const part = opened.value;
    const known = await knownFiles.find(address);
    let keep = false;
    try {
      const policy = pictureAddressPolicy(serviceUrls());
      const order = { http, url, limit, admit: policy, part, known, onProgress };
      for (let attempt = 1; ; attempt += 1) {
        const before = part.bytes;
        const got = await transfer(order, signal);
        if (!got.ok) {
          keep = isBreak(got.failure);
          const again = keep && part.validator !== null && part.bytes > before;
          if (again && got.failure.kind !== 'cancelled' && attempt < mostTries) continue;
          return got;
        }
        if (got.value === 'known' && known !== null) {
          const refused = accept(known.file);
          return refused === null ? ok(known.file) : fail(refused);
        }
        const file = await part.finish(date, accept);
        if (file.ok && got.value !== 'known')
          await knownFiles.remember(address, got.value.validator, file.value);
        return file;
      }
    } finally {
      await part.end(keep);
    }
  }

  return {
    async download(record, signal, options = {}) {
      let result: Result<PictureFile> = fail({ kind: 'no-picture', mediaType: record.mediaType });
      for (const source of imageSources(record, need())) {
        const tried = await downloadFrom(source, record, signal, options);
        if (tried.ok) return tried;
        // If the still of a video fails, the day has no picture.
        if (record.mediaType === 'image' || !isOwnFault(tried.failure)) result = tried;
        if (!isOwnFault(tried.failure)) break;
      }
      return result;
    },
  };
}

/** Whether another address of the same picture may succeed. */
function isOwnFault({ kind }: Failure): boolean {
  return kind !== 'offline' && kind !== 'cancelled' && kind !== 'storage';
}

const knownSchema = z.object({
  /** A hash of the address. The address itself may contain private data. */
  address: z.string(),
  validator: validatorSchema,
  file: pictureFileSchema,
});
type Known = z.infer<typeof knownSchema>;

/** The addresses of the last downloaded files, so that no file is downloaded twice. */
interface KnownFiles {
  find(address: string): Promise<{ validator: Validator; file: PictureFile } | null>;
  remember(address: string, validator: Validator, file: PictureFile): Promise<void>;
}

const mostKnown = 64;

/** Stored in a file in `folder`. Write errors are ignored: a lost record costs one download. */
function createKnownFiles(folder: string): KnownFiles {
  const path = join(folder, '.known.json');
  const read = async (): Promise<Known[]> => {
    const text = await readFile(path, 'utf8').catch(() => '');
    return z.array(knownSchema).safeParse(parseJson(text)).data ?? [];
  };
  const idOf = (address: string): string =>
    createHash('sha256').update(address).digest('hex').slice(0, 32);
  /** Cached in memory, because the disk may refuse it. */
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
