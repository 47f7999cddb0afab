import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { PictureFile, PictureRecord } from '#shared/picture/picture.ts';
import { imageSources, type DisplayNeed, type ImageSource } from './image-choice.ts';
import type { DownloadOptions, PictureDownloader } from '../ports.ts';
import type { Http } from '#platform/http/http.ts';
import { pictureAddressPolicy } from './address-policy.ts';
import { createKnownFiles } from './known-files.ts';
import { openPartFile } from './part-file.ts';
import { isBreak, transfer } from './transfer.ts';

/** An address that breaks off is gone on with this often, as long as each try brings it further. */
const mostTries = 5;

/**
 * Brings pictures into `folder`: in the resolution that the displays need, or in another where that one has a
 * fault of its own.
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
        // A day without a picture is one also when its still cannot be had.
        if (record.mediaType === 'image' || !isOwnFault(tried.failure)) result = tried;
        if (!isOwnFault(tried.failure)) break;
      }
      return result;
    },
  };
}

/** Whether another address of the same picture may do better. */
function isOwnFault({ kind }: Failure): boolean {
  return kind !== 'offline' && kind !== 'cancelled' && kind !== 'storage';
}
