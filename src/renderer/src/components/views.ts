import type { View } from '../../../shared/app.ts';

/** The views in the order of the side bar; Ctrl+1 opens the first. */
export const views = [
  { id: 'today', label: 'Today' },
  { id: 'archive', label: 'Archive' },
  { id: 'station', label: 'Station' },
  { id: 'journal', label: 'Journal' },
  { id: 'settings', label: 'Settings' },
  { id: 'why', label: 'Why?' },
] as const satisfies readonly { id: View; label: string }[];

export type ViewId = (typeof views)[number]['id'];

/** The view that an address's fragment names, `#station`; the first one when it names none. */
export function viewOf(hash: string): ViewId {
  const [name] = hash.slice(1).split('/');
  return views.find(({ id }) => id === name)?.id ?? views[0].id;
}

/** Whether a fragment asks for a new post. */
export const asksForPost = (hash: string): boolean => hash === '#journal/new';
