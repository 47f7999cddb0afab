/**
 * Every state of a post, roughly in the order in which a post passes through them. This file contains no schemas,
 * because a window needs no parser.
 */
export const postKinds = [
  'draft',
  'waiting',
  'sending',
  'accepted',
  'refused',
  'deleting',
  'deleted',
] as const;
