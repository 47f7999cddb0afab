import type { DesktopStatus } from './wallpaper-setter.ts';

/**
 * When the app compares the desktop with its last picture:
 *
 * - `start`: at the first offer of the last picture in this run, or after a failure or a restore
 * - `later`: at each further offer of the last picture
 * - `start-others`, `later-others`: as above, but other displays should show other pictures now
 * - `change`: after a change of settings or displays
 * - `retry-own`: before a retry of a refused picture, if the desktop showed a picture of the app before
 * - `retry`: before any other retry
 */
export type Occasion =
  | 'start'
  | 'later'
  | 'start-others'
  | 'later-others'
  | 'change'
  | 'retry-own'
  | 'retry';

/** `set`: set the picture (again). `keep`: change nothing. `replaced`: the user chose another wallpaper; change nothing. */
export type Action = 'set' | 'keep' | 'replaced';

type Row = Readonly<Record<DesktopStatus['kind'], Action>>;
const keep: Row = {
  shown: 'keep',
  unknown: 'keep',
  outdated: 'keep',
  gone: 'keep',
  replaced: 'keep',
  restored: 'keep',
};
const set: Row = {
  shown: 'set',
  unknown: 'set',
  outdated: 'set',
  gone: 'set',
  replaced: 'set',
  restored: 'set',
};

/** What to do on an occasion, by the status of the desktop. A wallpaper that the user chose is never replaced. */
export const attemptRules: Readonly<Record<Occasion, Row>> = {
  start: { ...keep, outdated: 'set', gone: 'set', restored: 'set', replaced: 'replaced' },
  later: { ...keep, outdated: 'set' },
  'start-others': { ...set, replaced: 'replaced' },
  'later-others': { ...set, replaced: 'keep', restored: 'keep' },
  change: { ...keep, outdated: 'set', gone: 'set' },
  'retry-own': { ...set, replaced: 'replaced' },
  retry: set,
};
