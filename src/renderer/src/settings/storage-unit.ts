/** Gigabytes of a thousand million bytes, as the archive counts them, to two digits. */
export const gigabytes = (mebibytes: number): number =>
  Math.round((mebibytes * 2 ** 20) / 1e7) / 100;

export const mebibytes = (gigabytes: number): number => Math.round((gigabytes * 1e9) / 2 ** 20);
