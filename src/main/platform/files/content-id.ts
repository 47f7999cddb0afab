import { createHash } from 'node:crypto';

/**
 * A UUID that is derived from a text. It has version 8, in which the app may choose all bits except those of the
 * version and the variant.
 */
export function contentId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [0, 8, 12, 16, 20].map((from, index, all) => hex.slice(from, all[index + 1] ?? 32));
  const [first = '', second = '', version = '', variant = '', node = ''] = parts;
  return [first, second, `8${version.slice(1)}`, `8${variant.slice(1)}`, node].join('-');
}
