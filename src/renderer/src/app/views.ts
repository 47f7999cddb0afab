import { m } from '#words';
import type { View } from '#shared/app.ts';

/** The views in the order of the side bar; Ctrl+1 opens the first. */
export const views = [
  'today',
  'archive',
  'station',
  'journal',
  'settings',
  'status',
] as const satisfies readonly View[];

export type ViewId = (typeof views)[number];

const viewNames: Readonly<Record<ViewId, () => string>> = {
  today: m.app_view_today,
  archive: m.app_view_archive,
  station: m.app_view_station,
  journal: m.app_view_journal,
  settings: m.app_view_settings,
  status: m.app_view_status,
};
/** The name of a view in the side bar and in the title of the window. */
export const viewName = (view: ViewId): string => viewNames[view]();

/** The view in the fragment of an address (`#station`); the first view if there is none. */
export function viewOfHash(hash: string): ViewId {
  const [first] = hash.slice(1).split('/');
  // The Status view was called `why` up to version 0.1.
  const name = first === 'why' ? 'status' : first;
  return views.find((id) => id === name) ?? views[0];
}

const actionFragments = {
  '#journal/new': 'new-post',
  '#archive/search': 'search',
  '#station/passes': 'passes',
  '#station/transits': 'transits',
} as const;
export type ViewAction = (typeof actionFragments)[keyof typeof actionFragments];

/** The action that a fragment names in addition to its view, such as `#journal/new`; null if it names none. */
export const actionOfHash = (hash: string): ViewAction | null =>
  Object.entries(actionFragments).find(([address]) => address === hash)?.[1] ?? null;
