import type { PictureSupply } from '#shared/picture/picture.ts';

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const megabytes = (bytes: number): string => number.format(bytes / 1e6);

/** How far a download is: "42 % of 7.3 MB", or "3.1 MB so far" where the service does not say. */
export function downloadInWords(download: PictureSupply['download']): string | null {
  if (download === null) return null;
  const { bytes, total } = download;
  if (total === null || total <= 0) return `${megabytes(bytes)} MB so far`;
  const percent = Math.min(100, Math.floor((100 * bytes) / total));
  return `${percent} % of ${megabytes(total)} MB`;
}
