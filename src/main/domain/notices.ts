import type { AppState } from '../../shared/state.ts';
import { alertNotice } from './station/alert-notice.ts';

/** A notification, in plain text. `key` is the event: nothing is shown twice for the same key. */
export interface Notice {
  readonly key: string;
  readonly title: string;
  readonly body: string;
  /** What a click does. */
  readonly opens: 'today' | 'station';
}

/** What is to be shown now, given the keys shown before. Pure. */
export function noticesFor(state: AppState, shown: ReadonlySet<string>): Notice[] {
  const { alert } = state.station;
  const pass = alert && alertNotice(alert, shown, state.services.simulated);
  return [...newPicture(state, shown), ...(pass === null ? [] : [pass])];
}

function newPicture({ picture }: AppState, shown: ReadonlySet<string>): Notice[] {
  // Only a picture that is news: one kept from an earlier day is not announced while a newer is looked for.
  if (picture.status !== 'ready' || picture.last.file === null) return [];
  const { record } = picture.last;
  const key = `picture:${record.date}`;
  if (shown.has(key)) return [];
  const credit = record.credit === null ? '' : ` — ${record.credit}`;
  return [
    { key, title: 'New picture of the day', body: `${record.title}${credit}`, opens: 'today' },
  ];
}

/** Which notices were shown, over restarts. */
export interface NoticeMemory {
  shown(): ReadonlySet<string>;
  remember(key: string): void;
}
