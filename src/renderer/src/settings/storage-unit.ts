/** Converts mebibytes to gigabytes of 10⁹ bytes, rounded to two decimal places. */
export const toGigabytes = (mebibytes: number): number =>
  Math.round((mebibytes * 2 ** 20) / 1e7) / 100;

export const toMebibytes = (gigabytes: number): number => Math.round((gigabytes * 1e9) / 2 ** 20);
