import { m } from '#words';
import { numberFormat } from '#shared/language/formats.ts';
import { percentageInWords } from '#shared/words.ts';
import type { PictureSupply } from '#shared/picture/picture.ts';

const megabytesInWords = (bytes: number): string =>
  numberFormat({ maximumFractionDigits: 1 }).format(bytes / 1e6);

/** The progress of a download: "42% of 7.3 MB", or "3.1 MB so far" if the service did not send the size. */
export function downloadInWords(download: PictureSupply['download']): string | null {
  if (download === null) return null;
  const { bytes, total } = download;
  if (total === null || total <= 0)
    return m.picture_download_so_far({ megabytes: megabytesInWords(bytes) });
  const percent = Math.min(100, Math.floor((100 * bytes) / total));
  return m.picture_download_of({
    percent: percentageInWords(percent),
    megabytes: megabytesInWords(total),
  });
}
