import { createHash } from 'node:crypto';

/**
 * A UUID that is derived from a text. It has version 8, in which the app may choose all bits except those of the
 * version and the variant.
 */
export const contentId = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5');
