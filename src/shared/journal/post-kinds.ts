/** Every state that a post can be in, in the order of its way. Apart from the schemas: a window needs no parser. */
export const postKinds = [
  'draft',
  'waiting',
  'sending',
  'accepted',
  'refused',
  'deleting',
  'deleted',
] as const;
