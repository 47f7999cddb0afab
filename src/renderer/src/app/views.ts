import type { View } from '#shared/app.ts';

/** The views in the order of the side bar; Ctrl+1 opens the first. */
export const views = [
  { id: 'today', label: 'Today' },
  { id: 'archive', label: 'Archive' },
  { id: 'station', label: 'Station' },
  { id: 'journal', label: 'Journal' },
  { id: 'settings', label: 'Settings' },
  { id: 'status', label: 'Status' },
] as const satisfies readonly { id: View; label: string }[];

export type ViewId = (typeof views)[number]['id'];

/** The view that an address's fragment names, `#station`; the first one when it names none. */
export function viewOf(hash: string): ViewId {
  const [first] = hash.slice(1).split('/');
  // The Status view was called `why` up to version 0.1.
  const name = first === 'why' ? 'status' : first;
  return views.find(({ id }) => id === name)?.id ?? views[0].id;
}

const errands = {
  '#journal/new': 'new-post',
  '#archive/search': 'search',
  '#station/passes': 'passes',
  '#settings/about': 'about',
  '#settings/services': 'services',
} as const;
export type Errand = (typeof errands)[keyof typeof errands];

/** What a fragment asks for beyond its view, to be done once; null where that is nothing. */
export const errandOf = (hash: string): Errand | null =>
  Object.entries(errands).find(([address]) => address === hash)?.[1] ?? null;
