import type { PostState } from './journal.ts';

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

/** True if the post is deleted, is being deleted or waits to be deleted. */
export const isDeletedOrDeleting = ({ state }: { readonly state: PostState }): boolean =>
  state.kind === 'deleted' ||
  state.kind === 'deleting' ||
  (state.kind === 'sending' && state.operation === 'delete');
