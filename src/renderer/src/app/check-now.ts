import { m } from '#words';
import type { Bridge } from '#shared/contract.ts';
import type { AppState } from '#shared/state.ts';
import { untilTime } from '#shared/time-words.ts';
import { newestDate } from '../picture/archive/calendar.ts';
import { Command } from './command.svelte.ts';

/** Why no request can be sent at present; null if requests can be sent. `now` in milliseconds since the Unix epoch. */
export function pauseReason(
  { suspension }: Pick<AppState, 'suspension'>,
  now: number,
): string | null {
  const { paused } = suspension;
  if (paused === null) return null;
  return paused === 'indefinite'
    ? m.app_paused_indefinitely()
    : m.app_paused_until({ until: untilTime(paused, now) });
}

/** Checks for today's picture. */
export const createCheckCommand = (bridge: Bridge, app: () => AppState): Command<[]> =>
  new Command(() => bridge.picture.check(), {
    reason: () => pauseReason(app(), Date.now()),
    done: () =>
      hasTodaysPicture(app(), Date.now()) ? m.app_picture_here() : m.app_picture_sought(),
  });

const hasTodaysPicture = ({ picture }: AppState, now: number): boolean =>
  picture.status === 'ready' && picture.last.record.date >= newestDate(now);
