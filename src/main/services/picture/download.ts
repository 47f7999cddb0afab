import { fail, type Failure, type Result } from '../../../shared/failure.ts';
import type { PictureFile } from '../../../shared/picture.ts';
import type { PictureDownloader } from '../../domain/picture/ports.ts';
import type { Http } from '../http.ts';
import { pictureAddressPolicy } from './address-policy.ts';
import { createImageFile } from './image-file.ts';

const mostBytes = 64 * 2 ** 20;

/**
 * Brings pictures into `folder`: the high resolution, or the standard one where that has a fault of its own.
 *
 * @param serviceUrl the configured picture service, whose own origin may be anywhere
 */
export function createDownloader({
  http,
  folder,
  serviceUrl,
}: {
  http: Http;
  folder: string;
  serviceUrl: () => string | null;
}): PictureDownloader {
  async function downloadFrom(
    address: string,
    date: string,
    signal: AbortSignal,
  ): Promise<Result<PictureFile>> {
    const url = URL.parse(address);
    if (url === null) return fail({ kind: 'address-refused', detail: 'it is not an address' });
    const created = await createImageFile(folder);
    if (!created.ok) return created;
    const file = created.value;
    try {
      const admit = pictureAddressPolicy(serviceUrl());
      const request = {
        url,
        admit,
        limit: mostBytes,
        sink: (piece: Uint8Array) => file.write(piece),
      };
      const downloaded = await http.download(request, signal);
      return downloaded.ok ? await file.finish(date) : downloaded;
    } finally {
      await file.discard();
    }
  }

  return {
    async download(record, signal) {
      const { date, mediaType, hdUrl, url } = record;
      const addresses = new Set(mediaType === 'image' ? [hdUrl, url] : []);
      let result: Result<PictureFile> = fail({ kind: 'no-picture', mediaType });
      for (const address of addresses) {
        if (address === null) continue;
        result = await downloadFrom(address, date, signal);
        if (result.ok || !isOwnFault(result.failure)) return result;
      }
      return result;
    },
  };
}

/** Whether another address of the same picture may do better. */
function isOwnFault({ kind }: Failure): boolean {
  return kind !== 'offline' && kind !== 'cancelled' && kind !== 'storage';
}
