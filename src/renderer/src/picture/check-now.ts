import { m } from '#words';
import type { Bridge } from '#shared/contract.ts';
import type { AppState } from '#shared/state.ts';
import { Command } from '../ui/command.svelte.ts';
import { pauseReason } from '../ui/pause-reason.ts';
import { newestDate } from './archive/calendar.ts';

/** Checks for today's picture. */
export const createCheckCommand = (bridge: Bridge, app: () => AppState): Command<[]> =>
  new Command(() => bridge.picture.check(), {
    reason: () => pauseReason(app(), Date.now()),
    done: () =>
      hasTodaysPicture(app(), Date.now()) ? m.app_picture_here() : m.app_picture_sought(),
  });

const hasTodaysPicture = ({ picture }: AppState, now: number): boolean =>
  picture.status === 'ready' && picture.last.record.date >= newestDate(now);
