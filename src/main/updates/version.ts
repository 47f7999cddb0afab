const form = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(-[0-9A-Za-z.-]{1,40})?$/;

/** Whether it is a released version: three numbers, nothing behind them. */
export const isReleased = (text: string): boolean =>
  form.exec(text)?.[4] === undefined && form.test(text);

/**
 * Negative when `a` is the lower version, positive when it is the higher one. A pre-release is lower than its release;
 * pre-releases of one release count as equal, since the feed offers none.
 *
 * @throws when one of them is no version: the callers hold only versions that were parsed
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [rank(a), rank(b)];
  for (const [index, part] of left.entries()) {
    const difference = part - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function rank(text: string): number[] {
  const match = form.exec(text);
  if (match === null) throw new Error(`not a version: ${text}`);
  const [, major, minor, patch, before] = match;
  return [Number(major), Number(minor), Number(patch), before === undefined ? 1 : 0];
}
